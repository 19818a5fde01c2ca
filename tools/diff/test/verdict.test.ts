import { afterAll, describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { formatVerdict } from '../src/format/verdict-text.ts';
import { POLICY } from '../src/policy.ts';
import { compareContracts, type Verdict } from '../src/verdict.ts';
import { contractFolder, readCorpus } from './corpus.ts';

const corpus = readCorpus();
const contracts = contractFolder();
afterAll(() => contracts.remove());

describe('the verdict of compareContracts()', () => {
  test.for(corpus)('equals the label in corpus.yaml: $change', async ({ before, after, bump, breaks, kinds }) => {
    const verdict = await compareContracts(await contracts.write(before), await contracts.write(after));
    const changes = verdict.changes;
    expect({
      bump: verdict.bump,
      breaks: [...new Set(changes.flatMap((change) => change.breaks))].toSorted(),
      kinds: [...new Set(changes.map(({ kind }) => kind))].toSorted(),
    }).toEqual({ bump, breaks, kinds });
  });
});

describe('corpus.yaml', () => {
  test('contains at least 80 changes with different titles', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(80);
    expect(new Set(corpus.map(({ change }) => change)).size).toBe(corpus.length);
  });

  test('contains every kind of change of the policy', () => {
    const reached = new Set(corpus.flatMap(({ kinds }) => kinds));
    expect(Object.keys(POLICY).filter((kind) => !reached.has(kind))).toEqual([]);
  });
});

test('each rule of the policy says in sentences what to do', () => {
  const actions = Object.values(POLICY).map(({ action }) => action);
  expect(actions.filter((action) => !/^[A-Z].{15,}\.$/.test(action))).toEqual([]);
});

/** Compares two documents. */
async function verdictOf(before: object, after: object): Promise<Verdict> {
  const write = (document: object) => contracts.write({ document, behavior: undefined });
  return await compareContracts(await write(before), await write(after));
}

const content = (schema: object) => ({ 'application/json': { schema } });
const kindsOf = ({ changes }: Verdict): string[] => changes.map(({ kind }) => kind).toSorted();

const documentWith = (paths: object, schemas: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths,
  components: { schemas },
});
/** Returns an operation whose response contains a schema. */
const reads = (operationId: string, schema: object) => ({
  get: { operationId, responses: { 200: { description: 'A thing.', content: content(schema) } } },
});

/** A change in `changes.yaml`, which describes each member. */
interface Entry {
  readonly what: string;
  readonly in?: 'request' | 'response' | 'document';
  readonly before: object;
  readonly after: object;
  readonly components?: object;
  readonly kinds?: readonly string[];
  readonly contains?: string;
  readonly action?: string;
  readonly pointers?: readonly string[];
}

/** Returns a document with one version of a changed part. */
function documentOf({ in: place = 'request', components }: Entry, part: object) {
  if (place === 'document') return { ...documentWith({}), ...part };
  const body = { content: content({ type: 'object', required: ['field'], properties: { field: part } }) };
  const operation = { operationId: 'send', ...(place === 'request' && { requestBody: body }) };
  const responses = { 200: { description: 'Done.', ...(place === 'response' && body) } };
  return documentWith({ '/things': { post: { ...operation, responses } } }, components);
}

const ENTRIES: readonly Entry[] = readYaml(import.meta.dirname, 'changes.yaml');

test.for(ENTRIES)('compareContracts() reports the change in changes.yaml of $what', async (entry) => {
  const { contains, kinds = expect.arrayContaining([contains]), action = '', pointers = expect.anything() } = entry;
  const verdict = await verdictOf(documentOf(entry, entry.before), documentOf(entry, entry.after));
  expect({
    kinds: kindsOf(verdict),
    actions: verdict.changes.map((change) => change.action).join('\n'),
    pointers: verdict.changes.map(({ pointer }) => pointer),
  }).toEqual({ kinds, actions: expect.stringContaining(action), pointers });
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (...fields: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
});

test('compareContracts() decides each pair of schemas once, although four components contain `not` of each other', async () => {
  const names = ['A', 'B', 'C', 'D'];
  const fields = Object.fromEntries(names.map((name) => [name, { not: ref(name) }]));
  const schemaOf = (maxLength: number) => ({ type: 'object', properties: { ...fields, size: { maxLength } } });
  const documentOf = (size: number) =>
    documentWith({ '/a': reads('read', ref('A')) }, Object.fromEntries(names.map((name) => [name, schemaOf(size)])));
  expect(kindsOf(await verdictOf(documentOf(5), documentOf(9)))).toContain('response-bounds-widened');
});

test('compareContracts() rejects a reference to an anchor that no schema has', async () => {
  const document = documentWith({ '/a': reads('read', { $ref: '#code' }) });
  await expect(verdictOf(document, document)).rejects.toThrow('must have a target');
});

describe('a change of a component that several operations use', () => {
  const paths = (schema: object) =>
    Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`/${name}`, reads(`read_${name}`, schema)]));
  const verdictOnComponents = (before: object, after: object) => {
    const list = { '/list': reads('list', { type: 'array', items: ref('Thing') }) };
    const documentOf = (Thing: object) => documentWith({ ...paths(ref('Thing')), ...list }, { Thing });
    return verdictOf(documentOf(before), documentOf(after));
  };

  test.for([
    ['removed', object('id'), 'Do not read the field `Thing.name`.'],
    ['renamed', object('id', 'label'), 'Read the field `Thing.label` instead of `Thing.name`.'],
  ] as const)('lists all operations, and names a %s field with the component', async ([, after, action]) => {
    const { changes } = await verdictOnComponents(object('id', 'name'), after);
    const operations = ['read_a', 'read_b', 'read_c', 'read_d', 'read_e', 'read_f', 'read_g', 'list'];
    expect(changes).toMatchObject([{ operation: null, operations, action }]);
  });

  test.for(['text', 'markdown'] as const)(
    'is printed as %s with five of the operations and their number',
    async (format) => {
      const verdict = await verdictOnComponents(object('id', 'name'), object('id'));
      expect(formatVerdict(verdict, format, { since: 'main' })).toContain(
        'Affects 8 operations: read_a, read_b, read_c, read_d, read_e and 3 more.',
      );
    },
  );
});

/** The parts of a contract that can be removed, each with more members. */
interface Parts {
  readonly operation?: object;
  readonly parameter?: object;
  readonly field?: object;
  readonly header?: object;
}

const DATE = '2027-06-01';
const BEFORE = ['2027-06-02', 'Removed before its sunset date 2027-06-02.'] as const;
const AFTER = ['2027-06-01', 'Removed after its sunset date 2027-06-01.'] as const;
const string = { schema: { type: 'string' } };

function contractWith({ operation, parameter, field, header }: Parts) {
  const fields = { id: { type: 'string' }, ...(field && { title: { type: 'integer', ...field } }) };
  const response = {
    description: 'Books.',
    headers: header && { 'X-Total': { ...string, ...header } },
    content: { 'application/json': { schema: { type: 'object', properties: fields } } },
  };
  const list = {
    operationId: 'list_books',
    parameters: parameter ? [{ name: 'page', in: 'query', ...string, ...parameter }] : [],
    responses: { 200: response },
  };
  const remove = { operationId: 'delete_book', responses: { 204: { description: 'Deleted.' } }, ...operation };
  const paths = { '/books': { get: list, ...(operation && { delete: remove }) } };
  const document = { openapi: '3.1.0', info: { title: 'Library', version: '1' }, paths };
  return contracts.write({ document, behavior: undefined });
}

async function removalsOf(parts: Parts): Promise<(string | undefined)[]> {
  const [before, after] = [await contractWith(parts), await contractWith({})];
  const { bump, changes } = await compareContracts(before, { ...after, date: DATE });
  expect(bump).toBe('major');
  return changes.map(({ removal }) => removal);
}

describe('compareContracts() says about the removal', () => {
  test.for(['operation', 'parameter', 'field', 'header'] as const)(
    'of a deprecable %s whether the old version deprecated it, and whether its sunset date was over',
    async (part) => {
      expect(await removalsOf({ [part]: {} })).toEqual(['Removed without a deprecation.']);
      expect(await removalsOf({ [part]: { deprecated: true } })).toEqual(['Removed after a deprecation.']);
      for (const [day, text] of [BEFORE, AFTER])
        expect(await removalsOf({ [part]: { deprecated: true, 'x-sunset': day } })).toEqual([text]);
    },
  );
});
