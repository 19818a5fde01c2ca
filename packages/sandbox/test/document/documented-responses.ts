import type { OperationId } from 'tenant-management-sandbox';
import { listOperations, readDocument, sampleCall } from 'tools-document';
import { FIXTURE } from '../../../../test/support/fixture.ts';

/** A received response, with its body as text. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The content type of all bodies of the public service that has this API. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const document = await readDocument(FIXTURE.file);

/** Every operation, with the example of its path parameter, and with a valid body if the operation has a body. */
export const examples = listOperations(document).map((operation) => {
  const { id, method, path, parameters } = operation;
  const call = sampleCall(document, operation);
  return {
    // The cast is safe, because the type OperationId is generated from this document.
    operation: id as OperationId,
    method,
    path,
    id: String(parameters[0]?.example),
    body: 'body' in call ? JSON.stringify(call.body) : undefined,
  };
});
