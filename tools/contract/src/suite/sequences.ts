import type { OpenApiDocument } from 'tools-document/model';
import {
  type DerivedOperation,
  deriveOperations,
  listOperations,
  type OperationEntry,
  type OperationKind,
  pageParameters,
  parameterNames,
  plainName,
} from 'tools-document/operations';
import { type FieldSchema, propertiesOf } from 'tools-document/schema';
import { joined } from '../../../../common/formatting.ts';
import type { PlannedOperation } from '../live/call-plan.ts';
import { goneRule, NO_SERVER_ERROR, type Observe, rowsTitle } from './call-rules.ts';
import { documentedResponses, responseFor } from './documented-responses.ts';

export interface SequenceOperation {
  readonly entry: OperationEntry;
  readonly derived: DerivedOperation;
}

/** The kind of a step, which determines the call and the expected response. */
export type StepKind = 'create' | 'read' | 'list' | 'change' | 'delete' | 'readDeleted' | 'listDeleted';

/** One call of a sequence. */
export interface Step {
  readonly kind: StepKind;
  readonly operation: SequenceOperation;
}

/** Calls of operations of one resource. The expected response to a call depends on the previous calls. */
export interface Sequence {
  /** Title of the test, such as `an item of books can be created, read and deleted, and then no longer exists`. */
  readonly title: string;
  readonly steps: readonly Step[];
  /** The values of the path parameters, in the order of the path. By default, those of the sample call are used. */
  readonly path?: readonly unknown[];
  /** The id of the operation whose test must have deleted the item before. */
  readonly after?: string;
}

/** The kinds of operations in the order in which a sequence calls them. */
const ORDER: readonly (readonly [kind: OperationKind, step: StepKind, done: string])[] = [
  ['create', 'create', 'created'],
  ['createSingleton', 'change', 'created'],
  ['read', 'read', 'read'],
  ['readSingleton', 'read', 'read'],
  ['list', 'list', 'found in the list'],
  ['update', 'change', 'updated'],
  ['updateSingleton', 'change', 'updated'],
  ['replace', 'change', 'replaced'],
  ['replaceSingleton', 'change', 'replaced'],
  ['delete', 'delete', 'deleted'],
  ['deleteSingleton', 'delete', 'deleted'],
];

/**
 * Derives one sequence for each resource that one operation changes and another operation shows. If no operation
 * creates an item, the sequence uses the item of the sample calls.
 *
 * @param all The operations of the document, as the target simulates them.
 */
export function deriveSequences(
  document: OpenApiDocument,
  all: readonly DerivedOperation[] = deriveOperations(document),
): Sequence[] {
  const entries = new Map(listOperations(document).map((entry) => [entry.id, entry]));
  const resources = new Map<string, SequenceOperation[]>();
  for (const derived of all) {
    const entry = entries.get(derived.id);
    if (derived.resource === undefined || entry === undefined || !isUsable(document, { derived, entry })) continue;
    resources.set(derived.resource, [...(resources.get(derived.resource) ?? []), { derived, entry }]);
  }
  return [...resources].flatMap(([resource, operations]) => sequenceOf(document, resource, operations) ?? []);
}

/** Whether a sequence can call an operation and find the item in the response. */
function isUsable(document: OpenApiDocument, { derived, entry }: SequenceOperation): boolean {
  const { kind, idField, lists = [], success } = derived;
  const shows = (schema: FieldSchema = {}) => idField !== undefined && propertiesOf(document, schema).has(idField);
  if (kind === 'create') return shows(success.media?.schema);
  if (kind !== 'list') return true;
  // A required query parameter could filter the list, so that the response does not contain the item.
  const isFiltered = entry.parameters.some(({ in: place, required }) => place === 'query' && required === true);
  return !isFiltered && lists.length > 0 && lists.every(({ items }) => shows(items));
}

function sequenceOf(
  document: OpenApiDocument,
  resource: string,
  operations: readonly SequenceOperation[],
): Sequence | undefined {
  const planned = ORDER.flatMap(([kind, step, done]) => {
    const operation = operations.find(({ derived }) => derived.kind === kind);
    return operation === undefined ? [] : [{ step, done, operation }];
  });
  const reading = planned.find(({ step }) => step === 'read')?.operation;
  const listing = planned.find(({ step }) => step === 'list')?.operation;
  const isChanged = planned.some(({ step }) => step !== 'read' && step !== 'list');
  if (!isChanged || (reading === undefined && listing === undefined)) return undefined;
  const gone: Step[] = [
    ...(reading !== undefined && describesMissingItem(document, reading)
      ? [{ kind: 'readDeleted' as const, operation: reading }]
      : []),
    ...(listing === undefined ? [] : [{ kind: 'listDeleted' as const, operation: listing }]),
  ];
  const steps = planned.flatMap(({ step, operation }): Step[] => [
    { kind: step, operation },
    ...(step === 'change' && reading !== undefined ? [{ kind: 'read' as const, operation: reading }] : []),
    ...(step === 'delete' ? gone : []),
  ]);
  const isSingleton = operations.some(({ derived }) => derived.kind.endsWith('Singleton'));
  const isGone = steps.at(-1)?.kind.endsWith('Deleted') === true;
  const subject = isSingleton ? `the singleton ${resource}` : `an item of ${resource}`;
  const done = planned.map((call) => call.done);
  return { title: `${subject} can be ${joined(done, 'and')}${isGone ? ', and then no longer exists' : ''}`, steps };
}

/**
 * Derives the sequences for a live tenant: after a test has deleted an item, this item is gone, and the item that the
 * tests read still exists.
 *
 * @param calls The planned calls. The tests make only the calls that have options.
 */
export function sequencesAfterDelete(
  document: OpenApiDocument,
  calls: readonly PlannedOperation[],
  observe?: Observe,
): Sequence[] {
  const derived = deriveOperations(document);
  return calls.flatMap(({ entry, init }): Sequence[] => {
    const deletion = derived.find(({ id }) => id === entry.id);
    const reader = derived.find(({ kind, resource }) => kind === 'read' && resource === deletion?.resource);
    const readCall = calls.find((call) => call.entry.id === reader?.id);
    if (init === undefined || deletion?.kind !== 'delete' || reader === undefined || readCall === undefined) return [];
    const operation = { entry: readCall.entry, derived: reader };
    const title = `GET ${reader.path} returns`;
    const pathOf = (derived: DerivedOperation, values: Readonly<Record<string, string>>) =>
      parameterNames(derived.path).map((name) => values[name]);
    const { open = NO_SERVER_ERROR } = goneRule(operation.entry, 'a deleted id');
    const deleted: Sequence = {
      title: `${title} 404${rowsTitle(open, observe)} for the item that DELETE has deleted`,
      after: entry.id,
      steps: [{ kind: 'readDeleted', operation }],
      path: pathOf(deletion, init.params.path),
    };
    const other = readCall.init && {
      title: `${title} the other item, which still exists after DELETE`,
      after: entry.id,
      steps: [{ kind: 'read' as const, operation }],
      path: pathOf(reader, readCall.init.params.path),
    };
    return [...(describesMissingItem(document, operation) ? [deleted] : []), ...(other === undefined ? [] : [other])];
  });
}

/** Whether the document describes the response of an operation for an item that does not exist. */
const describesMissingItem = (document: OpenApiDocument, { entry }: SequenceOperation): boolean =>
  responseFor('404', documentedResponses(document, entry)) !== undefined;

/** Returns path parameters by name. The values are in the order of the path. */
export const pathParameters = ({ derived }: SequenceOperation, values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(parameterNames(derived.path).map((name, index) => [name, values[index]]));

/** Returns the ids of the items in the response of a list. */
export function listedIds({ derived: { lists = [], idField = '' } }: SequenceOperation, body: unknown): string[] {
  const items = lists
    .map(({ property }) => (property === undefined ? body : (body as Record<string, unknown> | null)?.[property]))
    .find((value) => Array.isArray(value));
  return ((items ?? []) as Record<string, unknown>[]).map((item) => String(item[idField]));
}

/**
 * Finds the query parameters and the response field that are necessary to read all pages of a list with a cursor.
 *
 * @returns The names of the parameters and of the field, and the smallest page size; `undefined` without a cursor.
 */
export function cursorParameters(document: OpenApiDocument, { entry, derived: { lists = [] } }: SequenceOperation) {
  const paging = pageParameters(document, entry);
  const next = lists.flatMap(({ fields }) => fields).find((name) => /^next/i.test(name));
  const [size] = paging?.cursorSizes ?? [];
  if (size === undefined || paging?.cursor === undefined || next === undefined) return undefined;
  const { cursor } = paging;
  const { minimum = 1 } = (entry.parameters.find(({ name }) => name === size)?.schema ?? {}) as { minimum?: number };
  return { size, cursor, next, smallest: Math.max(1, minimum) };
}

/** Whether a field is an id. Sequences change no ids, because a changed id could break the link between items. */
const isId = (name: string, { idField }: DerivedOperation): boolean =>
  name === idField || plainName(name).endsWith('id');

/**
 * Changes one field of a body, so that a later response shows whether the service stored the body.
 *
 * @param isValid Whether the document accepts a body.
 * @returns The body itself if no field can be changed.
 */
export function changeBody(
  { derived }: SequenceOperation,
  body: unknown,
  shown: ReadonlySet<string>,
  isValid: (body: unknown) => boolean,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const changed = Object.entries(body)
    .filter(([name]) => shown.has(name) && !isId(name, derived))
    .flatMap(([name, value]) => otherValues(value).map((other) => ({ ...body, [name]: other })));
  return changed.find((one) => isValid(one)) ?? body;
}

function otherValues(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1];
  return typeof value === 'string' ? [`${value} 2`, `${value}2`, value.slice(0, -1)] : [];
}

/** Returns the names of the fields that the response of an operation shows. */
export const responseFields = (document: OpenApiDocument, { derived }: SequenceOperation): ReadonlySet<string> =>
  new Set(propertiesOf(document, derived.success.media?.schema ?? {}).keys());
