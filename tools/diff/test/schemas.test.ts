// Verdicts on schemas that are too special for the corpus.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { formatVerdict } from '../src/format/verdict-text.ts';
import { compareContracts, type Verdict } from '../src/verdict.ts';

/** Compares two documents. Their files are removed when the test ends. */
async function verdictOf(before: object, after: object): Promise<Verdict> {
  // JSON is YAML too.
  const root = temporaryFolder({ 'before.yaml': JSON.stringify(before), 'after.yaml': JSON.stringify(after) });
  const contractOf = (name: string) => ({ document: join(root, name), root });
  return await compareContracts(contractOf('before.yaml'), contractOf('after.yaml'));
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
  readonly in: 'request' | 'response' | 'document';
  readonly before: object;
  readonly after: object;
  readonly components?: object;
  readonly kinds?: readonly string[];
  readonly contains?: string;
  readonly action?: string;
  readonly pointers?: readonly string[];
}

/** Returns a document with one version of a changed part. */
function documentOf({ in: place, components }: Entry, part: object) {
  if (place === 'document') return { ...documentWith({}), ...part };
  const body = { content: content({ type: 'object', required: ['field'], properties: { field: part } }) };
  const operation = { operationId: 'send', ...(place === 'request' && { requestBody: body }) };
  const responses = { 200: { description: 'Done.', ...(place === 'response' && body) } };
  return documentWith({ '/things': { post: { ...operation, responses } } }, components);
}

const ENTRIES: readonly Entry[] = readYaml(import.meta.dirname, 'changes.yaml');

test.for(ENTRIES)('compareContracts() reports the change in changes.yaml of a $in: $what', async (entry) => {
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
