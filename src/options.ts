import type { CallOptions } from './calls.js';

/** Longest delay in milliseconds that a timer can hold: above it, every runtime fires at once. */
const LARGEST_INTEGER = 2 ** 31 - 1;

/** The characters of a bearer token: `b64token` of RFC 6750 section 2.1. */
const BEARER_TOKEN = /^[\w\-.~+/]+=*$/;

/** The value itself is never printed: it may be a secret that was put in the wrong place. */
export const wrong = (name: string, expected: string, value: unknown): TypeError =>
  new TypeError(`${name}: expected ${expected}; got ${typeof value}`);

/**
 * Refuses a wrong value.
 *
 * @throws TypeError Naming the option or place, and what would be right.
 */
export function check(valid: boolean, name: string, expected: string, value: unknown): void {
  if (!valid) throw wrong(name, expected, value);
}

/** Refuses options that are not in `known`, so that a misspelt one is never silently without effect. */
export function checkNames(options: object, known: readonly string[]): void {
  for (const name in options) if (!known.includes(name)) throw wrong(`unknown option ${name}`, known.join(', '), name);
}

/** Refuses unknown options, and wrong values of those that a client and a call have in common. */
export function checkCallOptions(options: CallOptions, known: readonly string[]): void {
  checkNames(options, known);
  const { timeout = 1, retry = 0, headers } = options;
  checkInteger('timeout', timeout, 1);
  checkInteger('retry', retry, 0);
  checkHeaders(headers);
}

function checkInteger(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least && value <= LARGEST_INTEGER) return;
  throw wrong(name, `an integer from ${least} to ${LARGEST_INTEGER}`, value);
}

/** Refuses header fields that cannot be sent, and `Authorization`, which is the token source's alone. */
export function checkHeaders(headers: object = {}): void {
  const isRecord = Object(headers) === headers && !(Symbol.iterator in headers);
  check(isRecord, 'headers', 'an object of strings', headers);
  for (const [name, value] of Object.entries(headers)) {
    let valid = name.toLowerCase() !== 'authorization' && typeof value !== 'object';
    try {
      new Headers([[name, value]]);
    } catch {
      // The platform's own message would print the value, which may be a secret.
      valid = false;
    }
    check(valid, `headers.${name}`, 'a Latin-1 string, not Authorization', value);
  }
}

/** Whether a value can be sent as a bearer token. */
export const isBearerToken = (value: unknown): value is string => typeof value === 'string' && BEARER_TOKEN.test(value);

/** Gives back a token, refusing what could not be sent as one without a word of it in the message. */
export function checkToken(token: string): string {
  check(isBearerToken(token), 'auth', 'a bearer token (RFC 6750)', token);
  return token;
}

/** Whether a value is the name of a host and nothing else: `acme.example.com`. */
export const isHost = (value: unknown): boolean =>
  typeof value === 'string' &&
  // The last label begins with a letter, so that no URL parser takes the host for a number, which is an address.
  /^([\w-]+\.)*[a-z][\w-]*$/i.test(value);

/** A URL that tokens and secrets may be sent to: `https:`, or `http:` on loopback, and nothing but origin and path. */
export function secureUrl(name: string, value: unknown, base?: string): string {
  if (typeof value === 'string' && URL.canParse(value, base)) {
    const { href, origin, pathname } = new URL(value, base);
    const isSecure = /^http(s:|:\/\/(localhost|127(\.\d+){3}|\[::1\])[:/])/.test(href);
    if (isSecure && href === origin + pathname) return href;
  }
  throw wrong(name, 'a URL such as https://acme.example.com/api/v2 (http: on loopback)', value);
}
