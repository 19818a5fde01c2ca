import { isJsonValue } from './value-checks.js';

/** Whether a body has its own media type. */
export const hasMediaType = (body: unknown): boolean =>
  body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;

/**
 * Checks and serializes a body, as JSON if it has no own media type. Returns `undefined` for a call without a body.
 *
 * @throws TypeError If the body is a stream or bytes: a stream cannot be sent again, and bytes have no media type. If
 *   JSON would lose a part of the body, such as a Map, or FormData of another realm, which not every `Request` can send.
 */
export function serializeBody(body: unknown): unknown {
  if (body === undefined || hasMediaType(body)) return body;
  if (Symbol.asyncIterator in Object(body) || isBytes(body)) {
    throw new TypeError('body must not be a stream or bytes; pass a Blob');
  }
  const json: string | undefined = JSON.stringify(body, rejectLoss);
  // JSON.stringify returns undefined for a value whose toJSON returns undefined.
  if (json === undefined) throw lossError('');
  return json;
}

/** Throws if JSON cannot represent a part of a body. A property that is `undefined` is absent. */
function rejectLoss(name: string, value: unknown): unknown {
  if (value === undefined || (isJsonValue(value) && !isBytes(value))) return value;
  throw lossError(name);
}

const lossError = (name: string) =>
  new TypeError(
    `${name && `"${name}" in `}body must be a value that JSON can represent; await a promise, copy a Map or a Set to` +
      ' an object or an array, and create a form or a Blob with the class of globalThis',
  );

/** Whether a value consists of bytes. A SharedArrayBuffer is not a global object in every runtime. */
const isBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || /ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
