import { checkObject, isOfClass, isScalar } from './value-checks.js';

/**
 * Fields that describe the connection (RFC 9110 section 7.6.1) or that `fetch` sets, and cookies. The Fetch standard
 * forbids programs to set them: browsers ignore them without an error, and Node.js ignores `Host` and rejects requests
 * with `Expect`, `Keep-Alive`, `Transfer-Encoding` or `Upgrade`, which would look like network errors.
 */
const FORBIDDEN = /^(connection|content-length|cookie|expect|host|keep-alive|transfer-encoding|upgrade)$/i;

/**
 * Reads each header field once, and checks it. Leaves out a field that is `undefined` or `null`.
 *
 * @param place Name of the option, for the messages.
 * @throws TypeError If a header field cannot be sent, if it is `Authorization`, which the client sets to the access
 *   token, or if `fetch` does not allow it, such as `Host`.
 */
export const readHeaders = (place: string, headers: unknown): Record<string, string> =>
  Object.fromEntries(fieldsOf(place, headers).map(([name, value]) => [name, fieldValue(place, name, value)]));

/** Reads each header field once, without a check of its value. */
export function fieldsOf(place: string, headers: unknown = {}): [name: string, value: unknown][] {
  const given = isOfClass<Headers>('Headers', headers) ? Object.fromEntries(headers) : headers;
  checkObject(place, given);
  return Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
}

function fieldValue(place: string, name: string, value: unknown): string {
  if (name.toLowerCase() === 'authorization') {
    throw new TypeError(`${place} must not set Authorization; pass the token as auth`);
  }
  if (FORBIDDEN.test(name)) {
    throw new TypeError(`${place} must not set ${name}; remove it: the Fetch standard does not allow it`);
  }
  const field = `${place}["${name}"]`;
  if (!isScalar(value)) throw new TypeError(`${field} must be a string`);
  const text = String(value);
  if (/[\u0100-\uffff]/.test(text)) throw new TypeError(`${field} must contain only Latin-1 characters`);
  try {
    new Headers([[name, text]]);
  } catch {
    // Replace the platform's error, because its message contains the value, which can be a secret.
    throw new TypeError(`${field} must have a valid name, and a value without line breaks`);
  }
  return text;
}
