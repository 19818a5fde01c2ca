import { isObject } from 'tools-document';
import { MAX_BODY_BYTES, readLimitedText } from '../http/limited-text.js';
import { MAX_LEVELS, parseBody } from '../http/parse-body.js';
import { apiFailure, type SandboxResponse } from '../response.js';

/**
 * Reads the body of a request as a JSON object.
 *
 * @returns The object, or the response that rejects the request. Without a body, the object is empty.
 */
export async function readJsonObject(request: Request): Promise<{ body: object } | { response: SandboxResponse }> {
  const text = await readLimitedText(request.body, MAX_BODY_BYTES);
  if (text === undefined) {
    return { response: apiFailure({ status: 413, message: `The body must have at most ${MAX_BODY_BYTES} bytes` }) };
  }
  if (text === '') return { body: {} };
  const [mediaType = ''] = (request.headers.get('Content-Type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return { response: apiFailure({ status: 415, message: 'Content-Type must be application/json' }) };
  }
  try {
    const body: unknown = parseBody(text);
    if (isObject(body)) return { body };
  } catch {
    // Continue: the code below rejects every body that is not an object.
  }
  return {
    response: apiFailure({ status: 400, message: `the body must be a JSON object of at most ${MAX_LEVELS} levels` }),
  };
}
