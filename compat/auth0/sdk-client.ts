import assert from 'node:assert/strict';
import { ManagementClient, ManagementError } from 'auth0';
import type { Sandbox } from 'tenant-management-sandbox';

/** Credentials for the SDK: a client secret, or a private key that signs assertions. */
export type SdkCredentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | {
      readonly clientId: string;
      /** Private key in PKCS #8, as PEM. */
      readonly clientAssertionSigningKey: string;
      readonly clientAssertionSigningAlg: 'RS256' | 'ES256';
    };

/** Replaces `https:` with `http:` in the URL, because the SDK always uses https and the sandbox serves http. */
export const fetchByHttp = (input: URL | RequestInfo, init?: RequestInit): Promise<Response> =>
  fetch(String(input).replace(/^https:/, 'http:'), init);

/** Creates a client of the public auth0 package, configured for a sandbox. */
export const connect = ({ baseUrl }: Sandbox, credentials: SdkCredentials): ManagementClient =>
  new ManagementClient({
    ...credentials,
    domain: new URL(baseUrl).host,
    fetch: fetchByHttp,
    // Disable retries, because the SDK waits at least one second before each retry.
    maxRetries: 0,
    telemetry: false,
  });

/** Returns the id of the only item in a collection of a new sandbox. */
export function onlyId(items: ReadonlyMap<string, unknown>): string {
  const [id, ...others] = items.keys();
  assert.ok(id !== undefined && others.length === 0, `Expected one item, not ${items.size}`);
  return id;
}

/**
 * Asserts that a call fails with the given status and with an error of the given class. A subclass is not allowed.
 *
 * @returns The error.
 */
export async function assertFails(
  call: PromiseLike<unknown>,
  errorClass: typeof ManagementError,
  status: number,
): Promise<ManagementError> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'fulfilled')
    assert.fail(`Expected a rejection, but the call resolved with ${JSON.stringify(outcome.value)}`);
  const error: unknown = outcome.reason;
  assert.ok(error instanceof ManagementError, String(error));
  assert.equal(error.constructor, errorClass);
  assert.equal(error.statusCode, status);
  return error;
}
