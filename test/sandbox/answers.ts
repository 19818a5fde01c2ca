import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { documentedKey, findApi, listOperations, readDocument } from '../../scripts/document.ts';
import type { catalogue } from '../../src/generated/catalogue.js';

export type OperationId = keyof typeof catalogue;

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const JSON_TYPE = 'application/json';

const document = await readDocument((await findApi()).file);
const placedOperations = listOperations(document);
const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv);

/** Every operation of the document, each with the id that its parameter's example has. */
export const examples = placedOperations.map(({ id, method, path, parameters }) => ({
  // The catalogue is made from this document.
  operation: id as OperationId,
  method,
  path,
  id: String(parameters[0]?.example),
}));

/** What of an answer is not as the document has it. */
export function problemsOf(operation: OperationId, { status, headers, text }: Answer): string[] {
  const { responses = {} } = placedOperations.find(({ id }) => id === operation)?.operation ?? {};
  const documented = documentedKey({ responses }, status);
  if (documented === undefined) return [`the status ${status} is not documented`];
  const { headers: fields = {}, content } = responses[documented] ?? {};
  const lacking = Object.entries(fields)
    .filter(([name, { required }]) => required && !headers.has(name))
    .map(([name]) => `the header field ${name} is lacking`);
  return [...lacking, ...problemsOfBody(content?.[JSON_TYPE]?.schema, headers, text)];
}

function problemsOfBody(schema: object | undefined, headers: Headers, text: string): string[] {
  if (schema === undefined) return text === '' ? [] : ['there is a body where none is documented'];
  if (headers.get('Content-Type') !== JSON_TYPE) return [`the content type is ${headers.get('Content-Type')}`];
  const isValid = ajv.validate({ ...schema, components: document.components }, JSON.parse(text));
  return isValid ? [] : [`the body is not valid: ${ajv.errorsText()}`];
}
