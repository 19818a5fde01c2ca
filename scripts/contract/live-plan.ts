import { listOperations, type OpenApiDocument, type OperationEntry } from '../openapi/document.ts';
import { sampleCall } from '../openapi/sample.ts';
import { type Effect, effectOf, example, itemOf, type LiveIds, requiredParameters } from './live-ids.ts';

/** What the suite does with an operation of a live tenant. */
export interface LiveCall {
  readonly entry: OperationEntry;
  readonly effect: Effect;
  /** The options of the call; absent if the operation is not called. */
  readonly init?: LiveInit;
  /** The reason if the operation is not called. */
  readonly skipped?: string;
}

/** Options of a call of a live tenant. */
export interface LiveInit {
  readonly params: Readonly<Record<'path' | 'query', Readonly<Record<string, string>>>>;
  readonly body?: unknown;
}

/**
 * Plans the calls of a live tenant: operations that read are called if their ids are given or if they need none. Every
 * other operation is called only with ids that were given for it.
 */
export const planLiveCalls = (document: OpenApiDocument, ids: LiveIds): LiveCall[] =>
  listOperations(document).map((entry): LiveCall => {
    const effect = effectOf(entry);
    const { values } = ids[entry.id] ?? {};
    const skipped = reasonToSkip(entry, effect, values !== undefined);
    if (skipped !== undefined) return { entry, effect, skipped };
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

function reasonToSkip(entry: OperationEntry, effect: Effect, isGiven: boolean): string | undefined {
  const { path, method } = entry;
  if (method === 'TRACE') return 'fetch cannot send TRACE';
  const needsId = requiredParameters(entry).length > 0;
  if (effect === 'read') return isGiven || !needsId ? undefined : `no id was passed; add ${example(entry)}`;
  if (!path.includes('{')) return 'no id limits what it changes';
  return isGiven ? undefined : `no id to ${effect} was passed; to ${effect} an item, pass --allow-${effect}s and an id`;
}

/** More lines than this about operations that are not called would hide the lines about the others. */
const MAX_LINES = 30;

/** The lines that tell a user which calls the suite is about to make. */
export function planLines(calls: readonly LiveCall[]): string[] {
  const made = calls.flatMap(({ entry, effect, init }) => {
    if (init === undefined) return [];
    return `  ${entry.method} ${itemOf(entry, { values: init.params.path })}: ${describe(entry, effect, init)}`;
  });
  const omitted = calls.filter(({ init }) => init === undefined);
  if (omitted.length > MAX_LINES) {
    return [...made, `  ${omitted.length} other operations: not called, because no id was passed that allows it`];
  }
  return [...made, ...omitted.map(({ entry, skipped }) => `  ${entry.method} ${entry.path}: not called: ${skipped}`)];
}

function describe({ path }: OperationEntry, effect: Effect, { body }: LiveInit): string {
  if (effect === 'read') {
    return `read, also with invalid tokens, with a query parameter${path.includes('{') ? ' and with an unknown id' : ''}`;
  }
  const done = effect === 'delete' ? 'DELETES THE ITEM' : 'CHANGES THE ITEM';
  const sent = body === undefined ? '' : " with the body of the document's example";
  return `${done}${sent}, after calls with invalid tokens`;
}
