// Bundles the programs of consumers, minified and gzipped, and fails if one is too large: `npm run size`.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { projectRoot } from './openapi/document.ts';
import { fail } from './process/fail.ts';

/** A program of a consumer, and its largest allowed size, as a multiple of openapi-fetch without this package. */
interface Program {
  readonly name: string;
  readonly source: string;
  readonly limit: number;
}

/** The limits are relative to this program, which uses only openapi-fetch. */
const BARE = `import createClient from 'openapi-fetch';
  globalThis.management = createClient({ baseUrl: 'https://acme.example.com/api/v2' });`;

/** The limits leave a little room. Almost half of this package's own code checks the input and has a message for each cause. */
const PROGRAMS: readonly Program[] = [
  {
    name: 'client with a static token',
    limit: 2.9,
    source: `import { createManagementClient } from 'tenant-management-client';
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`,
  },
  {
    name: 'client with clientCredentials and a secret',
    limit: 4.5,
    source: `import { clientCredentials, createManagementClient } from 'tenant-management-client';
      const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret' });
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth });`,
  },
];

/** Prints the size of each program, by a function that measures it. Throws an error that names each program over its limit. */
export async function checkSizes(
  measure: (source: string) => Promise<number>,
  print: (line: string) => void,
): Promise<void> {
  const bare = await measure(BARE);
  print(`openapi-fetch without this package: ${bare} bytes`);
  const rows = await Promise.all(
    PROGRAMS.map(async ({ name, limit, source }) => ({ name, limit, bytes: await measure(source) })),
  );
  for (const { name, limit, bytes } of rows) {
    print(`${name}: ${bytes} bytes, ${(bytes / bare).toFixed(2)} × openapi-fetch; the limit is ${limit} ×`);
  }
  const oversized = rows.filter(({ limit, bytes }) => bytes > limit * bare);
  if (oversized.length > 0) throw new Error(`Too large: ${oversized.map(({ name }) => name).join('; ')}`);
}

/** Bytes of a program with all that it imports, minified and gzipped. */
async function bundledSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    // Without the paths of tsconfig.json, which point to the sources, esbuild bundles the built package.
    tsconfigRaw: '{}',
  });
  return gzipSync(Buffer.concat(outputFiles.map((file) => file.contents)), { level: 9 }).byteLength;
}

if (import.meta.main) await checkSizes(bundledSize, console.log).catch(fail);
