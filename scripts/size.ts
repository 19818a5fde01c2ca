// Bundles what a consumer ships, minified and gzipped, and holds it to its limits: `npm run size`.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { projectRoot } from './document.ts';
import { fail } from './fail.ts';

/** Each bundle, and what it may weigh in bytes. */
const BUNDLES = [
  {
    name: 'client with a token of your own',
    limit: 5 * 1024,
    source: `import { createManagementClient } from 'tenant-management-client';
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`,
  },
  {
    name: 'client with clientCredentials and a secret',
    limit: 8.5 * 1024,
    source: `import { clientCredentials, createManagementClient } from 'tenant-management-client';
      const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret' });
      globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth });`,
  },
];

try {
  const rows = await Promise.all(
    BUNDLES.map(async ({ name, limit, source }) => ({ name, limit, bytes: await bundledSize(source) })),
  );
  for (const { name, limit, bytes } of rows) console.log(`${name}: ${bytes} bytes of at most ${limit}`);
  const heavy = rows.filter(({ limit, bytes }) => bytes > limit);
  if (heavy.length > 0) throw new Error(`Too large: ${heavy.map(({ name }) => name).join('; ')}`);
} catch (error) {
  fail(error);
}

/** Bytes of a program with all that it imports, minified and gzipped. */
async function bundledSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    // What is published, and not the sources, which tsconfig.json would lead to.
    tsconfigRaw: '{}',
  });
  return gzipSync(Buffer.concat(outputFiles.map((file) => file.contents)), { level: 9 }).byteLength;
}
