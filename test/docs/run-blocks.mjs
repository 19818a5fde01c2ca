// Runs the modules in a folder, one after the other, and prints the failures as JSON: `node run-blocks.mjs <folder>`.
// This file is plain JavaScript, because it runs on the installed Node, which may be too old to run TypeScript.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createManagementClient } from 'tenant-management-client';

/** The host in the examples: a request to this host gets a fake response and does not reach the network. */
const EXAMPLE_HOST = 'acme.example.com';
const platformFetch = globalThis.fetch;

globalThis.fetch = async (request, init) => {
  const { host, pathname } = new URL(request.url);
  if (host !== EXAMPLE_HOST) return platformFetch(request, init);
  if (pathname === '/oauth/token/') return Response.json({ access_token: 'token', token_type: 'Bearer' });
  if (request.method === 'DELETE') return new Response(null, { status: 204 });
  return Response.json({ id: 'tep_9XqRw7vKc2mJ4sLh', name: 'Partner tokens' });
};

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
// Define the names that globals.d.ts declares.
Object.assign(globalThis, {
  accessToken: 'token',
  auth: 'token',
  id: 'tep_9XqRw7vKc2mJ4sLh',
  clientSecret: 'secret',
  ids: ['dev_1', 'dev_2', 'dev_3'],
  pem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  readSecret: async () => 'secret',
  shutdown: new AbortController().signal,
  store: new Map(),
  tenantDomain: 'acme.example.com',
  vault: { token: async () => 'token' },
  management: createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' }),
  assertValue: assert.deepEqual,
});

const folder = resolve(process.argv[2]);
// The blocks write files to the current directory.
process.chdir(folder);
const failures = [];
let executed = 0;
console.log = () => undefined;
for (const file of readdirSync(folder, { recursive: true }).sort()) {
  if (!file.endsWith('.mjs')) continue;
  try {
    await import(pathToFileURL(join(folder, file)).href);
    executed += 1;
  } catch (error) {
    failures.push(`${file}: ${error.stack}`);
  }
}
// Exit explicitly: a block that fails leaves its sandbox open, which would keep this process alive.
process.stdout.write(JSON.stringify({ executed, failures }), () => process.exit());
