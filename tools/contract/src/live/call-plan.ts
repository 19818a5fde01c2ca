import type { OpenApiDocument } from 'tools-document/model';
import { isIgnored, listOperations, type OperationEntry, uncallable } from 'tools-document/operations';
import { sampleCall } from 'tools-document/samples';
import { type Effect, effectOf, example, itemOf, type LiveIds, requiredParameters } from './item-ids.ts';

/** The plan for one operation of a live tenant: the suite either calls or skips the operation. */
export interface PlannedOperation {
  readonly entry: OperationEntry;
  readonly effect: Effect;
  /** The options of the call; absent if the operation is not called. */
  readonly init?: LiveInit;
  /** The reason why the operation is not called; absent if the operation is called. */
  readonly skipped?: string;
  /** Whether a rule of live runs or missing ids are the reason. */
  readonly isExcluded?: true;
}

/** Options of a call to a live tenant. */
export interface LiveInit {
  readonly params: Readonly<Record<'path' | 'query', Readonly<Record<string, string>>>>;
  readonly body?: unknown;
}

/**
 * Plans the calls to a live tenant. The suite can call an operation that reads if the user passed its ids or if it
 * needs no ids. The suite can call any other operation only with ids that the user passed for this operation.
 */
export const planLiveCalls = (document: OpenApiDocument, ids: LiveIds): PlannedOperation[] =>
  listOperations(document).map((entry): PlannedOperation => {
    const effect = effectOf(entry);
    const { values } = ids[entry.id] ?? {};
    const skipped = reasonToSkip(document, entry, effect, values !== undefined);
    if (skipped !== undefined) return { entry, effect, skipped, isExcluded: true };
    const valuesIn = (place: string) =>
      Object.fromEntries(
        Object.entries(values ?? {}).filter(([name]) =>
          entry.parameters.some((one) => one.in === place && one.name === name),
        ),
      );
    const { body, skipped: noSample } = effect === 'read' ? {} : sampleCall(document, entry);
    if (noSample !== undefined) return { entry, effect, skipped: noSample };
    const init = { params: { path: valuesIn('path'), query: valuesIn('query') }, ...(body !== undefined && { body }) };
    return { entry, effect, init };
  });

function reasonToSkip(
  document: OpenApiDocument,
  entry: OperationEntry,
  effect: Effect,
  isGiven: boolean,
): string | undefined {
  const { path, parameters } = entry;
  const unsupported = uncallable(document, entry);
  if (unsupported !== undefined) return unsupported;
  if (isEventStream(entry)) return 'the response is an event stream, which might never end';
  const header = parameters.find((one) => one.in === 'header' && one.required === true && !isIgnored(one));
  if (header !== undefined) return `the suite has no value for the header parameter ${header.name}`;
  const needsId = requiredParameters(entry).length > 0;
  if (effect === 'read') return isGiven || !needsId ? undefined : `no id was passed; add ${example(entry)}`;
  if (!path.includes('{')) return 'the operation changes data and has no id in its path';
  return isGiven ? undefined : `no id to ${effect} was passed; to ${effect} an item, pass --allow-${effect}s and an id`;
}

/**
 * Returns whether a successful response can be an event stream. The suite reads each response to its end, and a stream
 * might never end.
 */
const isEventStream = ({ operation: { responses = {} } }: OperationEntry): boolean =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2') || status === 'default')
    .some(([, { content = {} }]) => Object.keys(content).some((type) => /^text\/event-stream\b/i.test(type)));

/** Maximum number of skipped operations that the plan lists. A longer list would hide the calls of the suite. */
const MAX_LINES = 30;

/** Returns the plan as lines of text. The user reads them before the suite makes the calls. */
export function livePlanLines(calls: readonly PlannedOperation[]): string[] {
  const made = calls.flatMap(({ entry, effect, init }) => {
    if (init === undefined) return [];
    return `  ${entry.method} ${itemOf(entry, { values: init.params.path })}: ${describe(entry, effect, init)}`;
  });
  const omitted = calls.filter(({ init }) => init === undefined);
  if (omitted.length > MAX_LINES) {
    const reason = 'because no ids were passed for them, or because the suite cannot call them';
    return [...made, `  ${omitted.length} other operations: not called, ${reason}`];
  }
  return [...made, ...omitted.map(({ entry, skipped }) => `  ${entry.method} ${entry.path}: not called: ${skipped}`)];
}

function describe({ path }: OperationEntry, effect: Effect, { body }: LiveInit): string {
  if (effect === 'read') {
    const more = path.includes('{')
      ? ', with a query parameter, with unknown ids, and with HEAD, OPTIONS and TRACE'
      : ' and with a query parameter';
    return `read, also without a token, with invalid tokens${more}`;
  }
  const deletes = path.endsWith('}') ? 'DELETES THE ITEM' : 'DELETES ALL ITEMS OF THE COLLECTION';
  const done = effect === 'delete' ? deletes : 'CHANGES THE ITEM';
  const sent = body === undefined ? '' : ' with the sample body of the document';
  const override = effect === 'delete' ? ' and GETs with fields such as X-HTTP-Method-Override' : '';
  return `${done}${sent}, after calls with invalid tokens${override}`;
}
