import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { projectRoot } from 'tools-document/read';
import { runScript } from './process/run-script.ts';

/** A program that uses the client. `limit` is the maximum size of its bundle in bytes. */
interface Program {
  readonly name: string;
  readonly source: string;
  readonly limit: number;
}

/** A program that uses only openapi-fetch, for comparison. */
export const BARE = `import createClient from 'openapi-fetch';
  globalThis.management = createClient({ baseUrl: 'https://acme.example.com/api/v2' });`;

/**
 * The limits are a warning before growth: they leave about 2 % of room above the sizes, because another order of modules
 * also changes a size by some bytes. A commit that raises a limit states the reason. The aim of the first two, which the
 * benchmark measures too, is openapi-fetch with ky. The limits are above it, because the client keeps all checks,
 * messages with their remedy, redaction and retries.
 */
export const PROGRAMS: readonly [Program, Program, Program] = [
  {
    name: 'client with a static token',
    limit: 11_700,
    source: `import { createManagementClient } from 'tenant-management-client';
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`,
  },
  {
    name: 'client with clientCredentials and a secret',
    limit: 14_600,
    source: `import { clientCredentials, createManagementClient } from 'tenant-management-client';
      const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret' });
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth });`,
  },
  {
    name: 'client with a static token, a pacer and bulk',
    limit: 18_400,
    source: `import { createManagementClient } from 'tenant-management-client';
      import { bulk, createPacer } from 'tenant-management-client/bulk';
      const pacer = createPacer();
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token', pacer });
      globalThis.runJob = (items, call) => bulk(items, call, { pacer });`,
  },
];

/** Without these paths, esbuild would bundle the code that is generated from the document of the project. */
const paths = {
  '#generated/*': ['./test/fixtures/src/generated/*'],
  'tenant-management-client': ['./src/index.ts'],
  'tenant-management-client/*': ['./src/*/index.ts'],
};

/**
 * Bundles a program and the client for the fixture document, so that the limits are about code: a change of the document
 * changes no size. Resolves with the minified and gzipped size in bytes.
 */
async function bundledSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    minify: true,
    format: 'esm',
    tsconfigRaw: { compilerOptions: { paths } },
    write: false,
  });
  return gzipSync(Buffer.concat(outputFiles.map((file) => file.contents)), { level: 9 }).byteLength;
}

if (import.meta.main)
  await runScript(
    `npx node scripts/size.ts

Measures bundles of the client, and fails if a bundle is larger than its limit. The limits are in scripts/size.ts.
`,
    async () => {
      const bare = await bundledSize(BARE);
      console.log(`openapi-fetch without this package: ${bare} bytes`);
      const oversized: string[] = [];
      for (const { name, limit, source } of PROGRAMS) {
        const bytes = await bundledSize(source);
        console.log(`${name}: ${bytes} bytes, ${(bytes / bare).toFixed(2)} × openapi-fetch; the limit is ${limit}`);
        if (bytes > limit) oversized.push(name);
      }
      if (oversized.length > 0) throw new Error(`Bundle too large: ${oversized.join('; ')}`);
    },
  );
