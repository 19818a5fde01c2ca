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

/** The public service's own SDK, pointed at a sandbox by its own options. */
export const connect = ({ baseUrl }: Sandbox, credentials: Credentials): ManagementClient =>
  new ManagementClient({
    ...credentials,
    domain: new URL(baseUrl).host,
    // It always calls https; the sandbox speaks http.
    fetch: (input: URL | RequestInfo, init?: RequestInit) => fetch(String(input).replace(/^https:/, 'http:'), init),
    // It would wait a second and more before it repeats a refused call.
    maxRetries: 0,
    telemetry: false,
  });

/** Id of the one thing of its kind that a fresh sandbox holds. */
export function onlyId(things: ReadonlyMap<string, unknown>): string {
  const [id, ...others] = things.keys();
  assert.ok(id !== undefined && others.length === 0, `There are ${things.size}, not one`);
  return id;
}

/**
 * Asserts that a call fails with this very class, not with one that extends it, and with this status.
 *
 * @returns What it failed with.
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
