/** Whether a body has its own media type. */
export const hasMediaType = (body: unknown): boolean =>
  body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;

/**
 * Checks and serializes a body, as JSON if it has no own media type. Returns `undefined` for a call without a body.
 *
 * @throws TypeError If the body is a stream or bytes: a stream cannot be sent again, and bytes have no media type. If
 *   JSON cannot represent the body, such as a function.
 */
export function serializeBody(body: unknown): unknown {
  if (body === undefined || hasMediaType(body)) return body;
  if (Symbol.asyncIterator in Object(body) || isBytes(body)) {
    throw new TypeError('body must not be a stream or bytes; pass a Blob');
  }
  const json: string | undefined = JSON.stringify(body);
  // JSON.stringify returns undefined for a function, a symbol, and a value whose toJSON returns undefined.
  if (json === undefined)
    throw new TypeError('body must be a value that JSON can represent; pass an object or undefined');
  return json;
}

/** Whether a value consists of bytes. A SharedArrayBuffer is not a global object in every runtime. */
const isBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || /ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
