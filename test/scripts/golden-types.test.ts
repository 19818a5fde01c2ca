// Tests the types that the project generates from small documents, so that another generator, or another version of
// openapi-typescript, can be compared with the present one. Each folder in `golden` contains a document, the generated
// types, and a program that uses the types; `npm run types` compiles the programs with all compilers. See
// docs/decisions/0011-replace-the-generator.md.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentTypes } from '../../scripts/generate/document-types.ts';

const golden = join(import.meta.dirname, 'golden');
const names = readdirSync(golden, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
const types = new Map<string, string>();

beforeAll(async () => {
  for (const name of names) types.set(name, await documentTypes(pathToFileURL(join(golden, name, 'openapi.yaml'))));
});

describe('documentTypes()', () => {
  test('is tested with the golden types of at least 12 documents', () => {
    expect(names.length).toBeGreaterThanOrEqual(12);
  });

  test.for(names)('generates the golden types of the document %s', async (name) => {
    const hint =
      'If the change is intended, run `npx vitest run --project scripts golden-types -u` and `npm run types`, and review the diff';
    await expect(types.get(name), hint).toMatchFileSnapshot(join(golden, name, 'types.ts'));
  });
});
