// Tests the types that the project generates from small documents, so that another generator, or another version of
// openapi-typescript, can be compared with the present one. Each folder in `golden` contains a document, the generated
// types, and a program that uses the types. See docs/decisions/0011-replace-the-generator.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentTypes } from '../../scripts/openapi/document-types.ts';
import { compileInMemory } from '../support/compile-in-memory.ts';

const golden = join(import.meta.dirname, 'golden');
const names = readdirSync(golden, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
const types = new Map<string, string>();

beforeAll(async () => {
  for (const name of names) types.set(name, await documentTypes(pathToFileURL(join(golden, name, 'openapi.yaml'))));
});

describe('documentTypes()', () => {
  test('has golden types for at least 12 documents', () => {
    expect(names.length).toBeGreaterThanOrEqual(12);
  });

  test.for(names)('generates the golden types of the document %s', async (name) => {
    const hint =
      'If the change is intended, run `npx vitest run --project pipeline golden-types -u`, and review the diff';
    await expect(types.get(name), hint).toMatchFileSnapshot(join(golden, name, 'types.ts'));
  });

  test('generates types with which the programs of the golden documents compile, except each line after @ts-expect-error', () => {
    const programs = names.flatMap((name): [string, string][] => {
      const program = join(golden, name, 'types.test-d.ts');
      return [
        [join(golden, name, 'types.ts'), types.get(name) ?? ''],
        [program, readFileSync(program, 'utf8')],
      ];
    });
    const errors = compileInMemory(new Map(programs));
    expect(errors.map(({ file, line, message }) => `${relative(golden, file)}:${line}: ${message}`)).toEqual([]);
  });
});
