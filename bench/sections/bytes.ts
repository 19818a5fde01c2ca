import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BARE, PROGRAMS as OWN_PROGRAMS } from '../../scripts/size.ts';
import { outputFolder } from '../measuring/folders.ts';
import { formatNumber } from '../measuring/statistics.ts';
import type { Findings } from './section.ts';

const origin = 'https://acme.example.com';
const headers = `headers: { Authorization: 'Bearer token' }`;
const openapiFetch = `import createClient from 'openapi-fetch';`;

/** The programs and limits of `npm run size`. */
const [withToken, withCredentials] = OWN_PROGRAMS;

/** The smallest program for each client. `withCredentials` is for clients that can request tokens themselves. */
const PROGRAMS: readonly { name: string; source: string; withCredentials?: string }[] = [
  { name: 'raw fetch', source: `globalThis.read = (id) => fetch('${origin}/api/v2/x/' + id, { ${headers} });` },
  { name: 'openapi-fetch', source: BARE },
  {
    name: 'openapi-fetch with AbortSignal.timeout',
    source: `${openapiFetch} const client = createClient({ baseUrl: '${origin}/api/v2', ${headers} });
      globalThis.read = (id) => client.GET('/x/{id}', { params: { path: { id } }, signal: AbortSignal.timeout(60_000) });`,
  },
  {
    name: 'openapi-fetch with ky',
    source: `${openapiFetch} import ky from 'ky';
      globalThis.client = createClient({ baseUrl: '${origin}/api/v2', ${headers}, fetch: (request) => ky(request) });`,
  },
  {
    name: '@hey-api/openapi-ts',
    source: `import { client } from './hey-api/client.gen.ts'; import * as sdk from './hey-api/sdk.gen.ts';
      client.setConfig({ baseUrl: '${origin}/api/v2', auth: 'token' }); globalThis.sdk = sdk;`,
  },
  {
    name: 'auth0',
    source: `import { ManagementClient } from 'auth0';
      globalThis.client = new ManagementClient({ domain: 'acme.example.com', token: 'token' });`,
    withCredentials: `import { ManagementClient } from 'auth0';
      globalThis.client = new ManagementClient({ domain: 'acme.example.com', clientId: 'id', clientSecret: 'secret' });`,
  },
  {
    name: 'this package',
    source: withToken.source,
    withCredentials: withCredentials.source,
  },
];

/** Measures the size of a bundle that contains the client. */
export async function measureBytes(): Promise<Findings> {
  const rows = await Promise.all(
    PROGRAMS.map(async ({ name, source, withCredentials }) => ({
      name,
      token: await bundle(source),
      credentials: withCredentials === undefined ? undefined : await bundle(withCredentials),
    })),
  );
  const own = rows.find(({ name }) => name === 'this package');
  const bare = rows.find(({ name }) => name === 'openapi-fetch');
  if (own?.credentials === undefined || bare === undefined)
    throw new Error('The bundle of openapi-fetch or of this package is missing.');
  return {
    tables: [
      {
        title: 'Bundle size in bytes',
        columns: [
          'client',
          'static token: minified',
          'static token: gzipped',
          'client credentials: minified',
          'client credentials: gzipped',
        ],
        rows: rows.map(({ name, token, credentials }) => [
          name,
          formatNumber(token.minified, 0),
          formatNumber(token.gzipped, 0),
          credentials === undefined ? 'not supported' : formatNumber(credentials.minified, 0),
          credentials === undefined ? 'not supported' : formatNumber(credentials.gzipped, 0),
        ]),
      },
    ],
    targets: [
      {
        name: 'bundle with a static token, gzipped',
        unit: 'bytes',
        measured: own.token.gzipped,
        target: withToken.limit,
      },
      {
        name: 'bundle with clientCredentials, gzipped',
        unit: 'bytes',
        measured: own.credentials.gzipped,
        target: withCredentials.limit,
      },
    ],
    notes: [
      'esbuild bundles one ES module with all imports, including dynamic imports; minified, then gzipped at level 9. The bundle of @hey-api/openapi-ts contains all three operations, because each operation is a separate function.',
    ],
  };
}

/** Bundles a program with all its imports. @returns Sizes in bytes. */
async function bundle(contents: string): Promise<{ minified: number; gzipped: number }> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: outputFolder },
    bundle: true,
    minify: true,
    format: 'esm',
    // Without the paths of tsconfig.json, which point to the sources, esbuild bundles the packed client.
    tsconfigRaw: '{}',
    write: false,
    logLevel: 'error',
  });
  const code = Buffer.concat(outputFiles.map((file) => file.contents));
  return { minified: code.byteLength, gzipped: gzipSync(code, { level: 9 }).byteLength };
}
