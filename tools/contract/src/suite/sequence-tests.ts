import {
  createAjv,
  isFlagged,
  itemSchema,
  type JsonObject,
  jsonOf,
  type OpenApiDocument,
  parameterNames,
  propertiesOf,
  sampleCall,
  schemaIn,
} from 'tools-document';
import { expect } from 'vitest';
import { callOperation } from './call-operation.ts';
import type { Client } from './client.ts';
import {
  changeBody,
  cursorParameters,
  listedIds,
  pathParameters,
  type Sequence,
  type SequenceOperation,
  type Step,
  shownFields,
} from './sequences.ts';
import type { ContractTarget, ContractTest } from './target.ts';

const ajv = createAjv();

/** Largest number of pages to read, so that a cursor that does not advance cannot cause an endless loop. */
const MAX_PAGES = 20;

/** Returns a test for each sequence of a target. */
export function sequenceTests(
  document: OpenApiDocument,
  { sequences = [], startSequence }: ContractTarget,
): ContractTest[] {
  if (startSequence === undefined) return [];
  return sequences.map((sequence) => ({
    group: 'in a sequence of calls,',
    title: sequence.title,
    run: async () => runSequence(document, sequence, await startSequence(sequence)),
  }));
}

/** Makes the calls of a sequence, and checks that each response shows the effect of the previous calls. */
async function runSequence(document: OpenApiDocument, { steps, path }: Sequence, client: Client): Promise<void> {
  const [first] = steps;
  let values = path ?? (first === undefined ? [] : samplePath(document, first));
  let sent: JsonObject = {};
  for (const { kind, operation } of steps) {
    const { entry, derived } = operation;
    const call = `${entry.method} ${entry.path}`;
    const isRequired = entry.operation.requestBody?.required === true;
    const body = kind === 'create' || kind === 'change' || isRequired ? bodyOf(document, operation, kind) : undefined;
    const parameters = pathParameters(operation, values);
    const params = { ...requiredParameters(document, operation), path: parameters };
    const result = await callOperation(client, entry, { params, ...(body !== undefined && { body }) });
    const { data, error } = result;
    if (kind === 'readDeleted') {
      expect(error?.status, call).toBe(404);
      continue;
    }
    expect(error, call).toBeUndefined();
    if (kind === 'create' || kind === 'change') sent = sentFields(operation, sent, body);
    if (kind === 'create') {
      const id = (data as Record<string, unknown> | undefined)?.[derived.idField ?? ''];
      expect(id, `${call}: the field ${derived.idField} of the response`).toBeDefined();
      values = [...values.slice(0, derived.outerNames.length), id];
      sent = { ...sent, [derived.idField ?? '']: id };
    }
    if (kind === 'create' || kind === 'read' || kind === 'change') expectShown(document, operation, data, sent);
    const listed = `${call}: the field ${derived.idField} of the listed items`;
    if (kind === 'list') {
      expect(listedIds(operation, data), listed).toContain(String(values.at(-1)));
      await expectOnSomePage(document, operation, client, params, String(values.at(-1)));
    }
    if (kind === 'listDeleted') expect(listedIds(operation, data), listed).not.toContain(String(values.at(-1)));
  }
}

/** Reads the pages of a list, with as few items per page as possible, and checks that a page shows the item. */
async function expectOnSomePage(
  document: OpenApiDocument,
  operation: SequenceOperation,
  client: Client,
  params: object,
  id: string,
): Promise<void> {
  const { entry } = operation;
  const paging = cursorParameters(document, operation);
  if (paging === undefined) return;
  const { size, smallest, cursor, next } = paging;
  const ids: string[] = [];
  let query: object = { [size]: smallest };
  for (let page = 0; page < MAX_PAGES && !ids.includes(id); page += 1) {
    const result = await callOperation(client, entry, { params: { ...params, query } });
    expect(result.error, `${entry.method} ${entry.path}, page ${page + 1}`).toBeUndefined();
    ids.push(...listedIds(operation, result.data));
    query = { [size]: smallest, [cursor]: (result.data as Record<string, unknown>)[next] };
  }
  expect(ids).toContain(id);
}

/** Returns the values of the path parameters of the sample call, in the order of the path. */
function samplePath(document: OpenApiDocument, { operation: { entry, derived } }: Step): unknown[] {
  const { path = {} } = sampleCall(document, entry).params ?? {};
  return parameterNames(derived.path).map((name) => path[name]);
}

/** Returns the required query parameters and the required header fields of the sample call. */
function requiredParameters(document: OpenApiDocument, { entry }: SequenceOperation): object {
  const { query = {}, header = {} } = sampleCall(document, entry).params ?? {};
  const required = (values: object, place: string) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) =>
        entry.parameters.some((one) => one.in === place && one.name === name && one.required === true),
      ),
    );
  return { query: required(query, 'query'), header: required(header, 'header') };
}

/** Returns the sample body of an operation. For a change, one field differs from the sample if possible. */
function bodyOf(document: OpenApiDocument, operation: SequenceOperation, kind: Step['kind']): unknown {
  const { body } = sampleCall(document, operation.entry);
  const { schema } = jsonOf(operation.entry.operation.requestBody?.content) ?? {};
  if (kind !== 'change' || schema === undefined) return body;
  const withComponents = { ...schema, components: document.components };
  return changeBody(operation, body, shownFields(document, operation), (value) => ajv.validate(withComponents, value));
}

/**
 * Returns the fields that later responses must show. The service can assign another id than the body contains, and an
 * update can change times that it does not contain, such as `updated_at`. A PUT replaces the fields that it omits.
 */
function sentFields({ derived }: SequenceOperation, before: JsonObject, body: unknown): JsonObject {
  const isForm = body instanceof URLSearchParams || body instanceof FormData;
  const { [derived.idField ?? '']: _id, ...fields }: JsonObject = isForm ? Object.fromEntries(body) : Object(body);
  const kept = Object.entries(before).filter(
    ([name, value]) => name === derived.idField || !(derived.kind.startsWith('replace') || isTime(value)),
  );
  return { ...Object.fromEntries(kept), ...fields };
}

const isTime = (value: unknown): boolean => ajv.validate({ type: 'string', format: 'date-time' }, value);

/**
 * Checks that the fields with simple values have the values that were sent. A response can omit parts of objects, must
 * show another value for a value that only requests can have, and can show another value of a read-only field.
 */
function expectShown(document: OpenApiDocument, { derived }: SequenceOperation, data: unknown, sent: JsonObject): void {
  const shown = (data ?? {}) as JsonObject;
  const fields = propertiesOf(document, itemSchema(derived) ?? {});
  const schema = { ...itemSchema(derived), components: document.components };
  const canBeShown = (name: string, value: unknown) =>
    ajv.validate(schema, { ...shown, [name]: value }) || !ajv.validate(schema, shown);
  for (const [name, value] of Object.entries(sent)) {
    const isShown = Object.hasOwn(shown, name) && !isFlagged(schemaIn(document, fields.get(name)), 'readOnly');
    if (isShown && Object(value) !== value && canBeShown(name, value))
      expect(shown[name], `${derived.method} ${derived.path}: the field ${name}`).toEqual(value);
  }
}
