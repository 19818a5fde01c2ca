import { checkObject, isScalar } from './value-checks.js';

/**
 * Reads each header field once, and checks it.
 *
 * @param place Name of the option, for the messages.
 * @throws TypeError If a header field cannot be sent, or if it is `Authorization`, which the client sets to the access
 *   token.
 */
export function readHeaders(place: string, headers: unknown = {}): Record<string, string> {
  checkObject(place, headers);
  const fields = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, fieldValue(place, name, value)]));
}

function fieldValue(place: string, name: string, value: unknown): string {
  if (name.toLowerCase() === 'authorization') {
    throw new TypeError(`${place} must not set Authorization; pass the token as auth`);
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
