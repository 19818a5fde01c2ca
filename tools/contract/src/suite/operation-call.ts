import { type OperationEntry, otherJsonType } from 'tools-document/operations';
import { isVerdict } from './call-rules.ts';
import type { ClientResult, TestedClient } from './tested-client.ts';

/**
 * Calls an operation that is known only at run time, so the compiler cannot check the path. If the media
 * type of a JSON request body is not `application/json`, the function sets `Content-Type`. If the client does not read
 * the body of the response, the function cancels this body.
 *
 * @throws Error If the call has no result. The error has only the message of the client's error.
 */
export async function callOperation(
  client: TestedClient,
  { method, path, operation }: Pick<OperationEntry, 'method' | 'path' | 'operation'>,
  init: { readonly params?: object; readonly body?: unknown; readonly headers?: object },
): Promise<ClientResult> {
  // The cast is safe if the path and the options match the document: the compiler cannot know them.
  const call = client[method as keyof TestedClient] as (path: string, init: object) => Promise<ClientResult>;
  const mediaType = init.body === undefined ? undefined : otherJsonType(operation.requestBody?.content);
  const headers = { ...(mediaType !== undefined && { 'Content-Type': mediaType }), ...init.headers };
  const result = await call(path, { ...init, headers }).catch((error: Error) => {
    if (isVerdict(error)) throw error;
    // The cause of an error can contain the response, and a reporter of the tests prints causes.
    throw new Error(error.message);
  });
  if (result.data instanceof Response) await result.data.body?.cancel();
  return result;
}
