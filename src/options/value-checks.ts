import { unknownOption } from '../../common/closest-name.js';
import { LONGEST_TIMER_MS } from '../wait.js';
import { memberOf } from './members.js';

// Checks of option values. No message contains the value, because a caller can pass a secret as the wrong option.

/** Matches a bearer token: `b64token` of RFC 6750 section 2.1. */
const BEARER_TOKEN = /^[\w\-.~+/]+=*$/;

/** Throws if a value is not a plain object. Arrays, Maps and Headers objects do not have the options as properties. */
export function checkObject(name: string, value: unknown): asserts value is object {
  if (typeof value === 'object' && value !== null && !(Symbol.iterator in value)) return;
  throw new TypeError(`${name} must be a plain object`);
}

/**
 * Reads each option of an object once, because a getter could return another value later.
 *
 * @param prefix Start of the names in `known` that the properties of the object do not have.
 * @returns The options. The object has no prototype, so that an absent option stays absent.
 * @throws TypeError If the value is not a plain object, or if it has an option that is not in `known`, so that a
 *   misspelt option is never ignored.
 */
export function readOptions<Options>(
  subject: string,
  options: Options,
  known: readonly string[],
  prefix = '',
): Options {
  checkObject(subject, options);
  for (const key of Object.keys(options)) {
    const name = prefix + key;
    if (known.includes(name)) continue;
    throw new TypeError(unknownOption(name, known));
  }
  const read = Object.create(null);
  for (const name of known) read[name.slice(prefix.length)] = memberOf(options, name.slice(prefix.length));
  return read;
}

/**
 * Whether a value is an object of a class of the platform, also of the class of another realm or package, such as those
 * of Jest and jsdom. `instanceof` recognizes only one class.
 */
export const isOfClass = <T>(name: string, value: unknown): value is T =>
  Object.prototype.toString.call(value) === `[object ${name}]`;

/** Whether a value has exactly one text form: a string, a finite number, a boolean or a bigint. */
export const isScalar = (value: unknown): boolean =>
  Number.isFinite(value) || ['string', 'boolean', 'bigint'].includes(typeof value);

/** Returns a text that can be sent in a URL or a form; throws a `TypeError` for lone surrogates. */
export function checkWellFormed(name: string, text: string): string {
  if (text.isWellFormed()) return text;
  throw new TypeError(`${name} must be well-formed Unicode`);
}

/**
 * Returns a value that is a whole number from `min` to 2147483647; throws a `TypeError` for every other value.
 *
 * @param unit Unit of the number for the message, for example ` of milliseconds`.
 */
export function wholeNumber(name: string, value: unknown, min: number, unit = ''): number {
  // Number.isInteger returns false for values of other types.
  const number = value as number;
  if (Number.isInteger(number) && number >= min && number <= LONGEST_TIMER_MS) return number;
  throw new TypeError(`${name} must be a whole number${unit} from ${min} to ${LONGEST_TIMER_MS}`);
}

export const isBearerToken = (value: unknown): value is string => typeof value === 'string' && BEARER_TOKEN.test(value);

/**
 * Returns a value that can be sent as a bearer token; throws a `TypeError` for every other value.
 *
 * @param subject Start of the message, for example `auth must be`.
 */
export function checkToken(token: unknown, subject: string): string {
  if (isBearerToken(token)) return token;
  if (typeof token === 'string' && /^bearer /i.test(token)) {
    throw new TypeError(`${subject} the access token without the prefix "Bearer "`);
  }
  throw new TypeError(`${subject} a bearer token (RFC 6750), without spaces or line breaks`);
}

/** Throws if a value is neither an AbortSignal nor `undefined`. */
export function checkSignal(signal: unknown): asserts signal is AbortSignal | undefined {
  if (signal !== undefined && typeof Object(signal).throwIfAborted !== 'function') {
    throw new TypeError('signal must be an AbortSignal, such as controller.signal');
  }
}

/**
 * Whether JSON contains the content of a value: a string, a finite number, a boolean, `null`, an array, or an object
 * whose content is in its properties. A replacer gets such values after `JSON.stringify` has called `toJSON`.
 */
export function isJsonValue(value: unknown): boolean {
  if (typeof value !== 'object') return isScalar(value) && typeof value !== 'bigint';
  if (value === null || Array.isArray(value)) return true;
  if (Symbol.iterator in value) return ArrayBuffer.isView(value);
  // An error and a form of the package form-data have properties, but their content is elsewhere.
  if (isOfClass('Error', value) || isOfClass('FormData', value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null || Object.keys(value).length > 0;
}
