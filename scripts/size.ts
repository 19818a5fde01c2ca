import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { findApi, projectRoot, readDocument } from 'tenant-management-document';
import { contentExceptions } from './generate/content-exceptions.ts';
import { runScript } from './process/run-script.ts';

/** A program that uses the client. `limit` is the maximum size of its bundle, as a multiple of the bundle of `BARE`. */
interface Program {
  readonly name: string;
  readonly source: string;
  readonly limit: number;
}

/** A program that uses only openapi-fetch. The limits are multiples of the size of its bundle. */
export const BARE = `import createClient from 'openapi-fetch';
  globalThis.management = createClient({ baseUrl: 'https://acme.example.com/api/v2' });`;

/** Size limit of a content exception in the bundle: the method, the path and the content of an operation. */
export const BYTES_PER_EXCEPTION = 30;

/**
 * The limits are the current sizes or slightly above: for attempt timeouts, delays that no other call waits for, checks of
 * query values and of objects, and header fields of token requests. The benchmark has the same programs and limits.
 */
export const PROGRAMS: readonly [Program, Program] = [
  {
    name: 'client with a static token',
    limit: 3.85,
    source: `import { createManagementClient } from 'tenant-management-client';
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`,
  },
  {
    name: 'client with clientCredentials and a secret',
    limit: 4.9,
    source: `import { clientCredentials, createManagementClient } from 'tenant-management-client';
      const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret' });
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth });`,
  },
];

/** The first program, plus a pacer and `bulk`. Its limit is the bundle of the first program plus `BULK_BYTES`. */
const BULK: Pick<Program, 'name' | 'source'> = {
  name: 'client with a static token, a pacer and bulk',
  source: `import { createManagementClient } from 'tenant-management-client';
      import { bulk, createPacer } from 'tenant-management-client/bulk';
      const pacer = createPacer();
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token', pacer });
      globalThis.runJob = (items, call) => bulk(items, call, { pacer });`,
};

/** The first program, plus `observeDrift`. It has no limit, because it contains validators of the whole document. */
const DRIFT: Pick<Program, 'name' | 'source'> = {
  name: 'client with a static token and observeDrift',
  source: `import { createManagementClient } from 'tenant-management-client';
      import { observeDrift } from 'tenant-management-client/drift';
      const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });
      globalThis.management = observeDrift(management, console.warn);`,
};

/** Largest number of bytes that a pacer and `bulk` add to a bundle that contains the client. */
const BULK_BYTES = 6150;

/**
 * Prints the bundle size of each program.
 *
 * @param measure Bundles a program and resolves with the size in bytes.
 * @param entries Number of bytes by which generated entries raise the limits.
 * @throws Error If a bundle exceeds its limit. The message names each program whose bundle is too large.
 */
export async function checkSizes(
  measure: (source: string) => Promise<number>,
  print: (line: string) => void,
  entries = 0,
): Promise<void> {
  const bare = await measure(BARE);
  print(`openapi-fetch without this package: ${bare} bytes`);
  const rows = await Promise.all(
    PROGRAMS.map(async ({ name, limit, source }) => ({ name, limit, bytes: await measure(source) })),
  );
  for (const { name, limit, bytes } of rows) {
    print(`${name}: ${bytes} bytes, ${(bytes / bare).toFixed(2)} × openapi-fetch; the limit is ${limit} ×`);
  }
  const bulkBytes = await measure(BULK.source);
  const addedBytes = bulkBytes - (rows[0]?.bytes ?? 0);
  print(`${BULK.name}: ${bulkBytes} bytes; the pacer and bulk add ${addedBytes}; the limit is ${BULK_BYTES}`);
  const driftBytes = (await measure(DRIFT.source)) - (rows[0]?.bytes ?? 0);
  print(`${DRIFT.name}: observeDrift and the validators of the document add ${driftBytes} bytes`);
  const oversized = rows.filter(({ limit, bytes }) => bytes > limit * bare + entries).map(({ name }) => name);
  if (addedBytes > BULK_BYTES) oversized.push(BULK.name);
  if (oversized.length > 0) throw new Error(`Bundle too large: ${oversized.join('; ')}`);
}

/** Bundles a program and the built package. Resolves with the minified and gzipped size in bytes. */
export async function bundledSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    minify: true,
    format: 'esm',
    // Without the paths of tsconfig.json, which point to the sources, esbuild bundles the built package.
    tsconfigRaw: '{}',
    write: false,
  });
  return gzipSync(Buffer.concat(outputFiles.map((file) => file.contents)), { level: 9 }).byteLength;
}

if (import.meta.main)
  await runScript(
    `npm run size

Measures bundles of the client, and fails if a bundle is larger than its limit. The limits are in scripts/size.ts. First
build the client: npm run build.
`,
    async () => {
      const document = await readDocument((await findApi()).file);
      const entries = contentExceptions(document).length * BYTES_PER_EXCEPTION;
      await checkSizes(bundledSize, console.log, entries);
    },
  );
