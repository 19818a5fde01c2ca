/**
 * Converts the body of a call to a body from which the platform sets the Content-Type. `FormData`, `URLSearchParams`
 * and `Blob` do not change, and every other value becomes a JSON `Blob`. Returns `null` for a call without a body.
 *
 * @throws TypeError If the body is a stream or bytes: a stream cannot be sent again, and bytes have no media type. If
 *   JSON cannot represent the body, such as a function.
 */
export function requestBody(body: unknown): NonNullable<RequestInit['body']> | null {
  if (body === undefined) return null;
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob) return body;
  if (Symbol.asyncIterator in Object(body) || isBytes(body)) {
    throw new TypeError('body must not be a stream or bytes; pass a Blob');
  }
  const json: string | undefined = JSON.stringify(body);
  // JSON.stringify returns undefined for a function, a symbol, and a value whose toJSON returns undefined.
  if (json === undefined)
    throw new TypeError('body must be a value that JSON can represent; pass an object or undefined');
  return new Blob([json], { type: 'application/json' });
}

/** Whether a value consists of bytes. A SharedArrayBuffer is not a global object in every runtime. */
const isBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || /ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
