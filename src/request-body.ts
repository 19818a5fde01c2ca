/**
 * Converts the body of a call to a body from which the platform sets the Content-Type. `FormData`, `URLSearchParams`
 * and `Blob` do not change, and every other value becomes a JSON `Blob`. Returns `null` for a call without a body.
 *
 * @throws TypeError If the body is a stream or bytes: a stream cannot be sent again, and bytes have no media type.
 */
export function requestBody(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob) return body;
  if (Symbol.asyncIterator in Object(body) || body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    throw new TypeError('body must not be a stream or bytes; pass a Blob');
  }
  return new Blob([JSON.stringify(body)], { type: 'application/json' });
}
