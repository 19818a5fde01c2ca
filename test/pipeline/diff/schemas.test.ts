// Verdicts on documents of several files, and on schemas that are too special for the corpus.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareContracts, type Verdict } from '../../../scripts/diff/verdict.ts';

/** The files of a document by name. The contents are JSON, which is YAML too. */
type Files = Readonly<Record<string, object>> & { readonly 'api.yaml': object };

/** Compares two documents of several files. Their folder is removed when the test ends. */
async function verdictOn(before: Files, after: Files): Promise<Verdict> {
  const root = await mkdtemp(join(tmpdir(), 'schemas-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const write = async (folder: string, files: Files) => {
    for (const [name, content] of Object.entries(files)) {
      const file = join(root, folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(content));
    }
    return { document: join(root, folder, 'api.yaml') };
  };
  return await compareContracts(await write('before', before), await write('after', after));
}

const content = (schema: object) => ({ 'application/json': { schema } });
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

const ITEM = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const SHORT_ITEM = { type: 'object', properties: { id: { type: 'string' } } };

test('files with the same name in different folders are different schemas, and pointers contain their paths', async () => {
  const files = (item: object) => ({
    'api.yaml': documentWith({
      '/a': reads('read_a', { $ref: 'a/item.yaml' }),
      '/b': reads('read_b', { $ref: 'b/item.yaml' }),
    }),
    'a/item.yaml': ITEM,
    'b/item.yaml': item,
  });
  const { changes } = await verdictOn(files(ITEM), files(SHORT_ITEM));
  expect(changes).toMatchObject([
    { kind: 'response-field-removed', operation: 'read_b', pointer: 'b/item.yaml#/properties/name', bump: 'major' },
  ]);
});
