// Checks that the suite leaves out if the sandbox is behind Prism's proxy.
import {
  type OpenApiDocument,
  type OperationEntry,
  type SampleCall,
  sampleCall,
  uncallableWithFetch,
} from 'tenant-management-document';
import { type DocumentedResponse, documentedResponses } from '../cases.ts';

/** Whether Prism's proxy changes a JSON body: it removes the quotes of a text, and takes null for a missing body. */
const isUnrelayed = (body: unknown): boolean => typeof body === 'string' || body === null;

/** Returns why Prism's proxy cannot relay a call; `undefined` if Prism can relay the call. */
export const gapOfPrism = ({ body }: SampleCall): string | undefined =>
  body !== undefined && Object(body) !== body
    ? 'Prism: the proxy rejects a JSON body that is neither an object nor an array'
    : undefined;

/**
 * Returns why the suite cannot check a response of the sandbox to a call; `undefined` if it can.
 *
 * @param body The body of the response, if the document shows a valid one.
 * @param sent The body of the call.
 */
export function gapOfExchange({ isJson }: DocumentedResponse, body: unknown, sent: unknown): string | undefined {
  if (isJson && body === undefined) return 'no valid sample of the response: add an example';
  return isUnrelayed(sent) ? 'Prism: the proxy does not relay a JSON body that is a text or null' : undefined;
}

/** Whether a sequence can contain an operation: the operation has a valid call and valid successful responses. */
export function fitsSequence(document: OpenApiDocument, entry: OperationEntry): boolean {
  const { body, skipped } = sampleCall(document, entry);
  return (
    uncallableWithFetch(document, entry) === undefined &&
    skipped === undefined &&
    !isUnrelayed(body) &&
    // Without a valid sample, the items of the sandbox do not match the schema of the response either.
    documentedResponses(document, entry).every(
      ({ documented, isJson, sample }) => !/^2/.test(documented) || !isJson || sample !== undefined,
    ) &&
    // Without a documented success, the status of the sandbox is not documented.
    Object.keys(entry.operation.responses ?? {}).some((status) => /^(2|default)/.test(status))
  );
}
