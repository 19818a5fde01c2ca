// Compiles the sources of the sandbox with the types that are generated from other documents.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument } from 'tools-document';
import { expect, test } from 'vitest';
import { sandboxTypes } from '../../scripts/generate/sandbox-types.ts';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { projectRoot } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { compileFiles } from '../support/typescript/compile-files.ts';

/** Returns the errors of the compiler in the sources of the sandbox for a document. */
async function errorsFor(yaml: string) {
  const document = await readDocument(join(temporaryFolder({ 'openapi.yaml': yaml }), 'openapi.yaml'));
  const files = new Map<string, string>();
  for (const file of globSync('packages/sandbox/src/**/*.ts', { cwd: projectRoot }))
    files.set(file, await readFile(join(projectRoot, file), 'utf8'));
  files.set('src/generated/management.ts', await typesModule(document));
  files.set('packages/sandbox/src/generated/resources.ts', sandboxTypes(document, {}));
  files.set(
    'packages/sandbox/src/scopes.ts',
    "import type { Scope } from './index.js';\nexport const s: Scope = 'any:scope';\n",
  );
  const paths = {
    'tenant-management-client/internal': [join(projectRoot, 'src/internal.ts')],
    '#generated/*': [
      './src/generated/*',
      './packages/sandbox/src/generated/*',
      join(projectRoot, 'test/fixtures/src/generated/*'),
    ],
    'tools-document': [join(projectRoot, 'tools/document/src/index.ts')],
  };
  return compileFiles(files, { types: ['node'], paths });
}

test('the sandbox compiles for a document without resources, and accepts any scopes if the document declares none', async () => {
  const errors = await errorsFor(`openapi: 3.1.0
info: { title: Status, version: '1' }
paths:
  /ping:
    get: { operationId: ping, responses: { '204': { description: The server works. } } }
`);
  expect(errors).toEqual([]);
});
