import type { Fetch } from 'tenant-management-client';
import type { CommandContext } from '../command-context.js';
import type { CommandOperation } from '../command-operation.js';
import { EXIT, type Stop, UsageError } from '../exit-status.js';
import { explain, isNotAllowed } from '../item-result.js';
import { visibleText } from '../visible-text.js';
import type { Credentials } from './credentials.js';

/** A fact about a token, and its source. */
export interface Stated<Value> {
  readonly value: Value;
  readonly from: 'token response' | 'access token';
}

/** The facts about a token that `auth status` shows. A fact that is not stated is `undefined`. */
export interface GrantedToken {
  readonly scopes?: Stated<readonly string[]> | undefined;
  /** Time of the expiry, in milliseconds since the Unix epoch. */
  readonly expiresAt?: Stated<number> | undefined;
  /** Why the command must stop: the token request has failed. */
  readonly stop?: Stop;
}

/** Largest number of milliseconds since the Unix epoch, or before it, that a `Date` can contain. */
const MAX_TIME_MS = 8.64e15;

/**
 * Requests a token, and returns the facts about it: from the members `scope` and `expires_in` of the token response
 * (RFC 6749 section 5.1), or otherwise from the claims `scope` and `exp` of the token if it is a JWT.
 *
 * @throws UsageError If the private key is not valid. Nothing was sent.
 */
export async function requestGrantedToken(credentials: Credentials, { signal }: CommandContext): Promise<GrantedToken> {
  let copy: Response | undefined;
  let receivedAt = 0;
  const fetch: Fetch = async (request, init) => {
    const response = await credentials.fetch(request, init);
    receivedAt = Date.now();
    // Do not clone a response that the client retries: its unread copy would keep the connection open.
    if (response.ok) copy = response.clone();
    return response;
  };
  try {
    const claims = claimsOf(await credentials.requestToken({ signal, fetch }));
    const { scope, expires_in }: { scope?: unknown; expires_in?: unknown } = Object(await copy?.json());
    return {
      scopes: stated(scopesOf(scope), scopesOf(claims.scope)),
      expiresAt: stated(timeOf(expires_in, receivedAt), timeOf(claims.exp, 0)),
    };
  } catch (error) {
    if (signal.aborted) return { stop: { exitStatus: EXIT.interrupted, reason: 'interrupted' } };
    if (!(error instanceof Error)) throw error;
    if (error instanceof TypeError) throw new UsageError(error.message);
    return { stop: { exitStatus: isNotAllowed(error) ? EXIT.notAllowed : EXIT.noResponse, reason: explain(error) } };
  }
}

/**
 * Decodes the claims of an access token if the token is a JWT. Returns no claims for any other token. The claims are
 * only for display, because the function does not check the signature.
 */
function claimsOf(token: string): { readonly scope?: unknown; readonly exp?: unknown } {
  const parts = token.split('.');
  // A signed JWT has three parts: RFC 7519 section 3.
  if (parts.length !== 3) return {};
  try {
    return Object(JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}

function stated<Value>(inResponse: Value | undefined, inToken: Value | undefined): Stated<Value> | undefined {
  if (inResponse !== undefined) return { value: inResponse, from: 'token response' };
  return inToken === undefined ? undefined : { value: inToken, from: 'access token' };
}

/** Reads scopes that are separated by spaces: RFC 6749 section 3.3. */
const scopesOf = (scope: unknown): string[] | undefined =>
  typeof scope === 'string' ? scope.split(/\s+/).filter((one) => one !== '') : undefined;

/** Returns the time that is a number of seconds after `start`. */
function timeOf(seconds: unknown, start: number): number | undefined {
  // Some token endpoints send the number as a string.
  const time = typeof seconds === 'number' || typeof seconds === 'string' ? start + Number(seconds) * 1000 : Number.NaN;
  return Number(seconds) > 0 && time <= MAX_TIME_MS ? time : undefined;
}

/**
 * Checks the credentials with a token request, and prints that the token endpoint accepted them. Returns why the
 * command must stop, or `undefined` if it can continue: if the token shows its scopes, it must have those of the
 * operations.
 *
 * @param operations The operation of the command and, if there is one, the operation that reads the item.
 * @throws UsageError If the private key is not valid. Nothing was sent.
 */
export async function checkCredentials(
  credentials: Credentials,
  operations: readonly CommandOperation[],
  context: CommandContext,
): Promise<Stop | undefined> {
  const { stop, scopes } = await requestGrantedToken(credentials, context);
  if (stop !== undefined) return stop;
  const granted = scopes?.value;
  context.stderr.write('  check   credentials accepted by the token endpoint\n');
  if (granted === undefined)
    context.stderr.write('  scopes  could not be checked: the token does not show its scopes\n');
  else if (operations.some(({ scopes }) => scopes === null)) {
    const names = visibleText(granted.join(' ')) || 'none';
    context.stderr.write(
      `  scopes  of the token: ${names}; the API's description does not show all scopes that the command needs\n`,
    );
  }
  const missing =
    granted && operations.map(({ scopes }) => missingScopes(scopes, granted)).find(({ length }) => length > 0);
  return missing && { exitStatus: EXIT.notAllowed, reason: `the token lacks the scope ${missing.join(' and ')}` };
}

/** Returns the scopes that a token lacks. Each of the lists is sufficient; `null` means that no list is documented. */
function missingScopes(lists: CommandOperation['scopes'], granted: readonly string[]): readonly string[] {
  const lacked = (lists ?? []).map((scopes) => scopes.filter((scope) => !granted.includes(scope)));
  return lacked.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
