import type { JsonObject, OpenApiDocument } from 'tools-document/model';
import { itemSchema, jsonOf, parameterNames } from 'tools-document/operations';
import { sampleCall } from 'tools-document/samples';
import { isFlagged, propertiesOf, schemaIn } from 'tools-document/schema';
import { createAjv } from 'tools-document/validation';
import {
  type CallRule,
  ContractFailure,
  type ContractTest,
  documentShows,
  goneRule,
  judgeCall,
  type Observe,
} from './call-rules.ts';
import { createFailures } from './failures.ts';
import { callOperation } from './operation-call.ts';
import {
  changeBody,
  cursorParameters,
  listedIds,
  pathParameters,
  responseFields,
  type Sequence,
  type SequenceOperation,
  type Step,
  type StepKind,
} from './sequences.ts';
import type { ContractTarget } from './target.ts';
import type { TestedClient } from './tested-client.ts';

const ajv = createAjv();

/** Largest number of pages to read, so that a cursor that does not advance cannot cause an endless loop. */
const MAX_PAGES = 20;

export function sequenceTests(
  document: OpenApiDocument,
  { sequences = [], startSequence, calls = [], observe }: ContractTarget,
  failed = createFailures(document),
  isSelected: (operation: { readonly id: string }) => boolean = () => true,
): ContractTest[] {
  if (startSequence === undefined) return [];
  const group = 'in a sequence of calls,';
  return sequences.map((sequence): ContractTest => {
    const { title, after } = sequence;
    if (after !== undefined && !isSelected({ id: after }))
      return { group, title: `${title}: skipped: the option --operation excludes ${after}` };
    const run = async () => {
      const client = await startSequence(sequence);
      const first = calls.length;
      await runSequence(document, sequence, client, observe).catch((error: unknown) => {
        throw error instanceof ContractFailure ? failed.errorOf(error, `${group} ${title}`, calls.slice(first)) : error;
      });
    };
    return { group, title, run };
  });
}

/** Makes the calls of a sequence, and checks that each response shows the effect of the previous calls. */
async function runSequence(
  document: OpenApiDocument,
  { steps, path }: Sequence,
  client: TestedClient,
  observe: Observe | undefined,
): Promise<void> {
  const [first] = steps;
  let values = path ?? (first === undefined ? [] : samplePath(document, first));
  let sent: JsonObject = {};
  for (const step of steps) {
    const { kind, operation } = step;
    const { entry, derived } = operation;
    const isRequired = entry.operation.requestBody?.required === true;
    const body = isRequired || SENDING.includes(kind) ? bodyOf(document, operation, kind) : undefined;
    const parameters = pathParameters(operation, values);
    const params = { ...requiredParameters(document, operation), path: parameters };
    const data = await dataOf(step, client, { params, ...(body !== undefined && { body }) }, observe);
    if (SENDING.includes(kind)) sent = sentFields(operation, sent, body);
    if (kind === 'create') {
      const id = createdId(step, data);
      values = [...values.slice(0, derived.outerNames.length), id];
      sent = { ...sent, [derived.idField ?? '']: id };
    }
    if (kind === 'read' || SENDING.includes(kind)) expectShown(document, step, data, sent);
    const id = String(values.at(-1));
    if (kind === 'list' || kind === 'listDeleted') expectListed(step, data, id);
    if (kind === 'list') await expectOnSomePage(document, step, client, params, id);
  }
}

/** The kinds of steps that send fields. */
const SENDING: readonly StepKind[] = ['create', 'change'];

/** Returns the id in the response of a step that creates an item. */
function createdId(step: Step, data: unknown): unknown {
  const { idField } = step.operation.derived;
  const id = (data as Record<string, unknown> | undefined)?.[idField ?? ''];
  if (id === undefined) throw new ContractFailure(ruleOf(step), `the response has no field ${idField}`);
  return id;
}

/** Checks that a list has the item, or lacks the item if the item was deleted. */
function expectListed(step: Step, data: unknown, id: string): void {
  const isListed = listedIds(step.operation, data).includes(id);
  if (isListed !== (step.kind === 'list'))
    throw new ContractFailure(ruleOf(step), `the list ${isListed ? 'has' : 'lacks'} the item`);
}

/** Returns the rule of a step: the documented success, or the rule for a deleted item. */
function ruleOf({ kind, operation: { entry } }: Step): CallRule {
  if (kind === 'readDeleted') return goneRule(entry, 'the id of the deleted item');
  const call = `${entry.method} ${entry.path}`;
  return { call, when: 'a valid request', passes: ['2XX'], open: [], source: documentShows(entry) };
}

/** Makes the call of a step, and returns the data of its response. */
async function dataOf(step: Step, client: TestedClient, init: object, observe?: Observe): Promise<unknown> {
  const send = () => callOperation(client, step.operation.entry, init);
  return (await judgeCall({ ...ruleOf(step), send }, observe)).data;
}

/** Reads the pages of a list, with as few items per page as possible, and checks that a page shows the item. */
async function expectOnSomePage(
  document: OpenApiDocument,
  step: Step,
  client: TestedClient,
  params: object,
  id: string,
): Promise<void> {
  const { operation } = step;
  const paging = cursorParameters(document, operation);
  if (paging === undefined) return;
  const { size, smallest, cursor, next } = paging;
  const ids: string[] = [];
  let query: object = { [size]: smallest };
  for (let page = 0; page < MAX_PAGES && !ids.includes(id); page += 1) {
    const data = await dataOf(step, client, { params: { ...params, query } });
    ids.push(...listedIds(operation, data));
    query = { [size]: smallest, [cursor]: (data as Record<string, unknown>)[next] };
  }
  if (!ids.includes(id)) throw new ContractFailure(ruleOf(step), `no page has the item, up to page ${MAX_PAGES}`);
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
  return changeBody(operation, body, responseFields(document, operation), (value) =>
    ajv.validate(withComponents, value),
  );
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
function expectShown(document: OpenApiDocument, step: Step, data: unknown, sent: JsonObject): void {
  const { derived } = step.operation;
  const shown = (data ?? {}) as JsonObject;
  const fields = propertiesOf(document, itemSchema(derived) ?? {});
  const schema = { ...itemSchema(derived), components: document.components };
  const canBeShown = (name: string, value: unknown) =>
    ajv.validate(schema, { ...shown, [name]: value }) || !ajv.validate(schema, shown);
  for (const [name, value] of Object.entries(sent)) {
    const isShown = Object.hasOwn(shown, name) && !isFlagged(schemaIn(document, fields.get(name)), 'readOnly');
    if (isShown && Object(value) !== value && canBeShown(name, value) && shown[name] !== value)
      throw new ContractFailure(ruleOf(step), `the field ${name} came with another value than the sent value`);
  }
}
