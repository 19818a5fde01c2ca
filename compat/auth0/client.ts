import assert from 'node:assert/strict';
import { ManagementClient, ManagementError } from 'auth0';
import type { Sandbox } from 'tenant-management-sandbox';

/** How the SDK authenticates at the token endpoint. */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | {
      readonly clientId: string;
      /** A PKCS #8 PEM text. */
      readonly clientAssertionSigningKey: string;
      readonly clientAssertionSigningAlg: 'RS256' | 'ES256';
    };

/** Calls a sandbox by http: the SDK always calls https. */
export const fetchByHttp = (input: URL | RequestInfo, init?: RequestInit): Promise<Response> =>
  fetch(String(input).replace(/^https:/, 'http:'), init);

/** The SDK of the public service, configured for a sandbox. */
export const connect = ({ baseUrl }: Sandbox, credentials: Credentials): ManagementClient =>
  new ManagementClient({
    ...credentials,
    domain: new URL(baseUrl).host,
    fetch: fetchByHttp,
    // A retry of the SDK waits for a second and more.
    maxRetries: 0,
    telemetry: false,
  });

/** Id of the only item in a collection of a new sandbox. */
export function onlyId(things: ReadonlyMap<string, unknown>): string {
  const [id, ...others] = things.keys();
  assert.ok(id !== undefined && others.length === 0, `Expected one item, not ${things.size}`);
  return id;
}

/**
 * Asserts that a call fails with exactly this class, not with a subclass, and with this status.
 *
 * @returns The error.
 */
export async function assertFails(
  call: PromiseLike<unknown>,
  errorClass: typeof ManagementError,
  status: number,
): Promise<ManagementError> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'fulfilled') assert.fail(`It resolved with ${JSON.stringify(outcome.value)}`);
  const error: unknown = outcome.reason;
  assert.ok(error instanceof ManagementError, String(error));
  assert.equal(error.constructor, errorClass);
  assert.equal(error.statusCode, status);
  return error;
}
