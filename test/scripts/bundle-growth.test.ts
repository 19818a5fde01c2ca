import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { OpenApiDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { contentExceptionsModule } from '../../scripts/generate/content-exceptions.ts';
import { projectRoot } from '../support/project-copy.ts';

/**
 * Maximum number of bytes that one exception adds to the minified bundle, and that their lookup adds. An exception is an
 * operation whose content differs from what its method suggests.
 */
const [BYTES_PER_EXCEPTION, LOOKUP_BYTES] = [20, 130];

const PROGRAM = `import { createManagementClient } from './src/index.ts';
globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`;

/** The kinds of successful content that are unusual for GET. The exceptions use the kinds in turn. */
const CONTENTS = [{}, { 'text/event-stream': {} }, { 'application/json': {}, 'text/csv': {} }];

/** Creates a document whose first operations are exceptions. */
function documentOf(operations: number, exceptions: number): OpenApiDocument {
  const paths = Array.from({ length: operations }, (_, index) => {
    const content =
      index < exceptions ? CONTENTS[index % CONTENTS.length] : { 'application/json': { schema: { type: 'object' } } };
    // The generator reads only these members of the operations.
    return [`/a-resource-with-a-long-name-${index}/{id}/its-contents`, { get: { responses: { 200: { content } } } }];
  });
  return { info: { title: 'Things', version: '1' }, paths: Object.fromEntries(paths) } as OpenApiDocument;
}

/** Returns the sizes in bytes of a bundled program that creates a client, with the content exceptions of a document. */
async function bundleOf(document: OpenApiDocument): Promise<{ minified: number; gzipped: number }> {
  const contents = contentExceptionsModule(document);
  const resolveDir = join(projectRoot, 'src/generated');
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: projectRoot },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    plugins: [
      {
        name: 'exceptions',
        setup: ({ onLoad }) => {
          const filter = /[\\/]generated[\\/]content-exceptions\.ts$/;
          onLoad({ filter }, () => ({ contents, loader: 'ts', resolveDir }));
        },
      },
    ],
  });
  const code = Buffer.concat(outputFiles.map(({ contents }) => contents));
  return { minified: code.byteLength, gzipped: gzipSync(code, { level: 9 }).byteLength };
}

describe('the bundle of the client', () => {
  test('does not grow with the number of operations', async () => {
    expect(await bundleOf(documentOf(1000, 0))).toEqual(await bundleOf(documentOf(10, 0)));
    expect(await bundleOf(documentOf(1000, 10))).toEqual(await bundleOf(documentOf(10, 10)));
  });

  test.each([
    [10, 10],
    [1000, 10],
    [1000, 100],
  ])(
    'for %i operations with %i content exceptions, grows by at most 130 bytes, and 20 bytes per exception',
    async (operations, exceptions) => {
      const [without, grown] = await Promise.all([
        bundleOf(documentOf(operations, 0)),
        bundleOf(documentOf(operations, exceptions)),
      ]);
      const growth = grown.minified - without.minified;
      expect(growth).toBeGreaterThan(0);
      expect(growth).toBeLessThanOrEqual(LOOKUP_BYTES + exceptions * BYTES_PER_EXCEPTION);
    },
  );
});
