import {
  createAjv,
  documentedKey,
  findApi,
  listOperations,
  readDocument,
  sampleCall,
} from 'tenant-management-document';
import type { OperationId } from 'tenant-management-sandbox';

/** A received response, with its body as text. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The content type of all bodies of the public service that has this API. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const document = await readDocument((await findApi()).file);
const operations = listOperations(document);
const ajv = createAjv();

/** Every operation, with the example of its path parameter, and with a valid body if the operation has a body. */
export const examples = operations.map((operation) => {
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

/** Lists the differences between a response and the document. */
export function violationsOf(operation: OperationId, { status, headers, text }: ReceivedResponse): string[] {
  const { responses = {} } = operations.find(({ id }) => id === operation)?.operation ?? {};
  const documented = documentedKey({ responses }, status);
  if (documented === undefined) return [`the status ${status} is not documented`];
  const { headers: fields = {}, content } = responses[documented] ?? {};
  const missing = Object.entries(fields)
    .filter(([name, { required }]) => required && !headers.has(name))
    .map(([name]) => `the header field ${name} is missing`);
  return [...missing, ...violationsOfBody(content?.['application/json']?.schema, headers, text)];
}

function violationsOfBody(schema: object | undefined, headers: Headers, text: string): string[] {
  const type = headers.get('Content-Type');
  if (text === '') {
    if (schema !== undefined) return ['the documented body is missing'];
    return type === null ? [] : [`the body is empty, but the content type is ${type}`];
  }
  if (schema === undefined) return ['the response has a body, but the document shows no body'];
  if (type !== JSON_TYPE) return [`the content type is ${type}`];
  const isValid = ajv.validate({ ...schema, components: document.components }, JSON.parse(text));
  return isValid ? [] : [`the body is not valid: ${ajv.errorsText()}`];
}
