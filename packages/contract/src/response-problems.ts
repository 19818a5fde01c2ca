import { jsonOf, type OpenApiDocument, resolve, validatorsOf } from 'tenant-management-document';
import { failureReason } from './failure-reason.ts';
import { parseJson } from './parse-json.ts';
import type { RecordedCall } from './recorder.ts';
import { contentDifferences, documentedResponse, isJson, mediaTypeOf, UNDOCUMENTED_BODY } from './response-content.ts';

/** Returns how the responses of an operation violate the document. The texts contain no values. */
export function problemsOf(document: OpenApiDocument, calls: readonly RecordedCall[], operationId: string): string[] {
  const compared = calls.filter((call) => call.operation?.id === operationId && failureReason(call) === undefined);
  const problems = compared.flatMap((call) =>
    responseProblems(document, call).map((problem) => `${call.status}: ${problem}`),
  );
  return [...new Set(problems)];
}

/**
 * Returns how the header fields, the content type and the body of a response violate the document. A response with an
 * undocumented status has no problems, because the document shows nothing to compare it with.
 */
export function responseProblems(document: OpenApiDocument, call: RecordedCall): string[] {
  if (call.error !== undefined || documentedResponse(call).key === undefined) return [];
  const content = contentDifferences(call).filter(({ detail }) => detail !== UNDOCUMENTED_BODY);
  return [
    ...headerProblems(document, call),
    ...content.map(({ kind, detail }) => `${kind}: ${detail}`),
    ...(content.length === 0 ? bodyProblems(document, call) : []),
  ];
}

function headerProblems(document: OpenApiDocument, call: RecordedCall): string[] {
  return Object.entries(documentedResponse(call).headers).flatMap(([name, { required, schema }]) => {
    const value = call.headers[name.toLowerCase()];
    if (value === undefined) return required ? [`the header field ${name} is missing`] : [];
    return schema === undefined || fits(document, schema, value)
      ? []
      : [`the header field ${name} violates its schema`];
  });
}

/** Returns whether a schema allows the value of a header field: as a text, or as the number or boolean in the text. */
function fits(document: OpenApiDocument, schema: object, value: string): boolean {
  const { type } = resolve<{ type?: unknown }>(document, schema).value;
  // Lists and objects have several notations (OpenAPI 3.1, 4.8.21).
  if (type === 'array' || type === 'object') return true;
  const validate = validatorsOf(document, 'response').compile(schema);
  return validate(value) || validate(parseJson(value));
}

function bodyProblems(document: OpenApiDocument, call: RecordedCall): string[] {
  const { content } = documentedResponse(call);
  const schema = (content[mediaTypeOf(call)] ?? jsonOf(content))?.schema;
  if (schema === undefined || call.text === '' || !isJson(mediaTypeOf(call))) return [];
  const validate = validatorsOf(document, 'response').compile(schema);
  if (validate(parseJson(call.text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`);
}
