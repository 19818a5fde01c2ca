import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { expect, test } from 'vitest';

const dist = join(projectRoot, 'packages/sandbox/dist');

test('the built package has one declaration file, index.d.ts, which refers to no other file', async () => {
  const files = await readdir(dist, { recursive: true });
  expect(files.filter((file) => file.endsWith('.d.ts'))).toEqual(['index.d.ts']);
  const declarations = await readFile(join(dist, 'index.d.ts'), 'utf8');
  expect(declarations).toContain('declare function startSandbox(');
  // The samples in doc comments have imports.
  expect(declarations.replaceAll(/\/\*\*.*?\*\//gs, '')).not.toMatch(
    /\bfrom ['"]|\bimport\(|\/\/\/ <reference (?!lib=)/,
  );
});
