/** Largest body of a request to the API and to the control API, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads a body to its end, even if the body is too large. If a part stayed unread, the client could not read the
 * response.
 *
 * @param maxBytes Largest size of the body, in bytes.
 * @returns The text of the body; `undefined` if the body is too large.
 */
export async function readLimitedText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size <= maxBytes) chunks.push(part.value);
  }
  return size > maxBytes ? undefined : new TextDecoder().decode(Buffer.concat(chunks));
}
