import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BARE, PROGRAMS as OWN_PROGRAMS } from '../../scripts/size.ts';
import { outputFolder } from '../measuring/folders.ts';
import { formatNumber } from '../measuring/statistics.ts';
import type { Findings } from '../results-page.ts';

const origin = 'https://acme.example.com';
const headers = `headers: { Authorization: 'Bearer token' }`;
const openapiFetch = `import createClient from 'openapi-fetch';`;

/** The first two programs of `scripts/size.ts`, with their limits. There, they are bundled with the fixture document. */
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
  const ky = rows.find(({ name }) => name === 'openapi-fetch with ky');
  if (own?.credentials === undefined || ky === undefined)
    throw new Error('The bundle of openapi-fetch with ky or of this package is missing.');
  return {
    columns: ['client', 'bytes with a static token', 'bytes with client credentials'],
    rows: rows.map(({ name, token, credentials }) => [
      name,
      formatNumber(token, 0),
      credentials === undefined ? 'not supported' : formatNumber(credentials, 0),
    ]),
    limits: [
      { name: 'The bundle with a static token, in bytes,', measured: own.token, atMost: withToken.limit },
      { name: 'The bundle with credentials, in bytes,', measured: own.credentials, atMost: withCredentials.limit },
    ],
    notes: [
      `esbuild bundles and minifies all imports, and gzip compresses them at level 9. The limits are ${formatNumber(withToken.limit, 0)} and ${formatNumber(withCredentials.limit, 0)} bytes. The aim is the size of openapi-fetch with ky: this package has ${formatNumber(own.token / ky.token, 2)} times as many bytes.`,
    ],
  };
}

/** Bundles a program with all its imports. @returns The size in bytes, minified and gzipped. */
async function bundle(contents: string): Promise<number> {
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
  return gzipSync(Buffer.concat(outputFiles.map((file) => file.contents)), { level: 9 }).byteLength;
}
