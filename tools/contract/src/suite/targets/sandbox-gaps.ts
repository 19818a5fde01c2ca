// Checks of the sandbox that the suite leaves out.
import { type OpenApiDocument, type OperationEntry, sampleCall, uncallable } from 'tools-document';
import { type DocumentedResponse, documentedResponses } from '../cases.ts';

/**
 * Returns why the suite cannot check a response of the sandbox; `undefined` if it can.
 *
 * @param body The body of the response, if the document shows a valid one.
 */
export const gapOfResponse = ({ isJson }: DocumentedResponse, body: unknown): string | undefined =>
  isJson && body === undefined ? 'no valid sample of the response: add an example' : undefined;

/** Whether a sequence can contain an operation: the operation has a valid call and valid successful responses. */
export function fitsSequence(document: OpenApiDocument, entry: OperationEntry): boolean {
  const { skipped } = sampleCall(document, entry);
  return (
    uncallable(document, entry) === undefined &&
    skipped === undefined &&
    // Without a valid sample, the items of the sandbox do not match the schema of the response either.
    documentedResponses(document, entry).every(
      ({ documented, isJson, sample }) => !/^2/.test(documented) || !isJson || sample !== undefined,
    ) &&
    // Without a documented success, the status of the sandbox is not documented.
    Object.keys(entry.operation.responses ?? {}).some((status) => /^(2|default)/.test(status))
  );
}
