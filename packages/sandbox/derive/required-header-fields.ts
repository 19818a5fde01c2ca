import type { OpenApiDocument, ResponseObject } from 'tools-document/model';
import type { OperationEntry } from 'tools-document/operations';
import { sampleResponse } from 'tools-document/samples';
import type { BundledOperation } from '../src/bundled-document.ts';

/** Names that a header field can have (RFC 9110, section 5.1). */
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns the header fields that the document requires for each documented response of an operation. */
export function requiredHeaderFields(
  document: OpenApiDocument,
  { operation: { responses = {} } }: OperationEntry,
): BundledOperation['requiredFields'] {
  const entries = Object.entries(responses)
    .map(([key, response]): [string, Record<string, string>] => [key, fieldsOf(document, response)])
    .filter(([, fields]) => Object.keys(fields).length > 0);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function fieldsOf(document: OpenApiDocument, { headers = {} }: ResponseObject): Record<string, string> {
  const required = Object.entries(headers).filter(
    ([name, header]) =>
      header?.required === true &&
      FIELD_NAME.test(name) &&
      // The content of the response determines Content-Type (OpenAPI 3.1, 4.8.17).
      name.toLowerCase() !== 'content-type',
  );
  return Object.fromEntries(required.map(([name, header]) => [name, textOf(sampleResponse(document, header))]));
}

/** Returns the value of a header field. Characters that a header field cannot contain are percent-encoded. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.toWellFormed().replaceAll(/[^\t\x20-\x7e\x80-\xff]/gu, encodeURIComponent);
}
