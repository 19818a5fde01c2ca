import { createAjv, itemSchema, jsonOf, type OpenApiDocument, parameterNames, sampleCall } from 'tools-document';
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
  let sent: unknown;
  for (const { kind, operation } of steps) {
    const { entry, derived } = operation;
    const isRequired = entry.operation.requestBody?.required === true;
    const body = kind === 'create' || kind === 'change' || isRequired ? bodyOf(document, operation, kind) : undefined;
    const parameters = pathParameters(operation, values);
    const params = { ...requiredParameters(document, operation), path: parameters };
    const result = await callOperation(client, entry, { params, ...(body !== undefined && { body }) });
    const { data, error } = result;
    if (kind === 'readDeleted') {
      expect(error?.status, `${entry.method} ${entry.path}`).toBe(404);
      continue;
    }
    expect(error, `${entry.method} ${entry.path}`).toBeUndefined();
    // The service can assign another id than the body contains.
    const { [derived.idField ?? '']: _id, ...fields } = Object(body);
    if (kind === 'create' || kind === 'change') sent = { ...(sent as object), ...fields };
    if (kind === 'create') {
      const id = idIn(data, operation);
      values = [...values.slice(0, derived.outerNames.length), id];
      sent = { ...(sent as object), [derived.idField ?? '']: id };
    }
    if (kind === 'create' || kind === 'read' || kind === 'change') expectShown(document, operation, data, sent);
    if (kind === 'list') {
      expect(listedIds(operation, data)).toContain(String(values.at(-1)));
      await expectOnSomePage(document, operation, client, params, String(values.at(-1)));
    }
    if (kind === 'listDeleted') expect(listedIds(operation, data)).not.toContain(String(values.at(-1)));
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

/** Returns the id of the item in a response. */
function idIn(data: unknown, { derived: { idField = '' } }: SequenceOperation): unknown {
  const id = (data as Record<string, unknown> | undefined)?.[idField];
  expect(id, `the field ${idField} of the response`).toBeDefined();
  return id;
}

/**
 * Checks that the fields with simple values have the values that were sent. A response can omit parts of objects, and
 * must show another value for a value that only requests can have.
 */
function expectShown(document: OpenApiDocument, { derived }: SequenceOperation, data: unknown, sent: unknown): void {
  const shown = (data ?? {}) as Record<string, unknown>;
  const schema = { ...itemSchema(derived), components: document.components };
  const canBeShown = (name: string, value: unknown) =>
    ajv.validate(schema, { ...shown, [name]: value }) || !ajv.validate(schema, shown);
  const expected = Object.entries((sent ?? {}) as object).filter(
    ([name, value]) => Object.hasOwn(shown, name) && Object(value) !== value && canBeShown(name, value),
  );
  expect(shown).toMatchObject(Object.fromEntries(expected));
}
