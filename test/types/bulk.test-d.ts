import {
  type BulkCall,
  type BulkOptions,
  type BulkResult,
  bulk,
  type CallEnd,
  createJournal,
  createPacer,
  type PacerState,
  pacerState,
} from '../../src/bulk/index.ts';
import { createManagementClient } from '../../src/index.ts';
import { same } from './same.ts';

const pacer = createPacer();
const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', pacer });
const ids = ['dev_1'];
const journal = createJournal({ read: async function* () {}, append: async () => undefined });
const options: BulkOptions = { pacer, journal, concurrency: 8, onProgress: ({ perSecond }) => perSecond.toFixed(1) };

const remove = (id: string, call: BulkCall) =>
  management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
type Removed = Awaited<ReturnType<typeof remove>>;

// The result of the function is the result of the item, and `thrown` distinguishes the two kinds of results.
for await (const finished of bulk(new Set(ids), remove, options)) {
  same<typeof finished, BulkResult<string, Removed>>(true);
  const { item, index, result, thrown } = finished;
  same<typeof item, string>(true);
  same<typeof index, number>(true);
  if (thrown === undefined) same<typeof result, Removed>(true);
  else same<typeof thrown, Error>(true);
  same<(typeof finished)['result'], Removed | undefined>(true);
}

async function* numbers(): AsyncGenerator<number> {
  yield 1;
}
// The compiler infers the types of the parameters.
for await (const { result } of bulk(ids, (id, call) =>
  management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call }),
))
  same<typeof result, Removed | undefined>(true);
for await (const { item } of bulk(numbers(), (value) => value.toFixed())) same<typeof item, number>(true);

// The option isFinal gets the item and the result of the function.
bulk(ids, remove, {
  isFinal: (outcome) => {
    same<typeof outcome, CallEnd<string, Removed>>(true);
    return outcome.result?.error?.status === 409;
  },
  key: (item) => {
    same<typeof item, string>(true);
    return item;
  },
});

same<PacerState, ReturnType<typeof pacerState>>(true);
// @ts-expect-error A pacer shows no members.
pacer.ready;
// @ts-expect-error A journal shows no members.
journal.open;
// @ts-expect-error A journal is not a pacer.
pacerState(journal);
// @ts-expect-error An object is not a pacer.
createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', pacer: {} });
// @ts-expect-error isFinal must return a boolean.
bulk(ids, remove, { isFinal: async () => true });
// @ts-expect-error key must return a string.
bulk(ids, remove, { key: (item) => item.length });

// @ts-expect-error The items are missing.
bulk(undefined, () => undefined);
// @ts-expect-error The items are not iterable.
bulk(3, () => undefined);
// @ts-expect-error A string is one id.
bulk('dev_1', () => undefined);
// @ts-expect-error The function is missing.
bulk(ids);
// @ts-expect-error The function gets a string.
bulk(ids, (id: number) => id);
// @ts-expect-error The option is misspelt.
bulk(ids, () => undefined, { concurency: 1 });
// @ts-expect-error A store is not a journal.
bulk(ids, () => undefined, { journal: { read: async function* () {}, append: async () => undefined } });
// @ts-expect-error The store cannot add a line.
createJournal({ read: async function* () {} });
