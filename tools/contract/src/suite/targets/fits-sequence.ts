import { type OperationEntry, uncallable } from 'tools-document/operations';
import type { OpenApiDocument } from 'tools-document/read';
import { sampleCall } from 'tools-document/samples';
import { documentedResponses, gapOf } from '../documented-responses.ts';

/** Whether a sequence can contain an operation: the operation has a valid call and valid successful responses. */
export function fitsSequence(document: OpenApiDocument, entry: OperationEntry): boolean {
  const successes = documentedResponses(document, entry).filter(({ documented }) => documented.startsWith('2'));
  return (
    uncallable(document, entry) === undefined &&
    sampleCall(document, entry).skipped === undefined &&
    // Without a valid sample, the items of the sandbox do not match the schema of the response either.
    successes.every((response) => gapOf(response) === undefined) &&
    // Without a documented success, the status of the sandbox is not documented.
    (successes.length > 0 || entry.operation.responses?.['default'] !== undefined)
  );
}
