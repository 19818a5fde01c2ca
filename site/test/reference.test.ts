// Tests the reference of the fixture, and runs the samples on its pages.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { readBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { readDocument } from 'tools-document/read';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandOperations } from '../../packages/cli/derive/command-operations.ts';
import { withoutWriteOnly } from '../../scripts/generate/response-schemas.ts';
import { FIXTURE } from '../../test/support/fixture.ts';
import { largeDocument } from '../../test/support/large-document.ts';
import { buildSynthetic } from '../../test/support/synthetic-sandbox.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { tryItCalls } from '../reference/operation/try-it-calls.ts';
import { slugsOf } from '../reference/reference.ts';
import { referencePages, writeReference } from '../reference/write-reference.ts';
import {
  blocksIn,
  CLIENTS,
  clientSamples,
  compileSamples,
  runCommandSample,
  runSample,
  runShell,
  runTestSample,
  TENANT,
  typesIn,
} from './samples.ts';

const { file } = FIXTURE;
const document = await readDocument(file);
const behavior = await readBehavior(file, document);
const typed = withoutWriteOnly(document);
const pages = referencePages(document, behavior, typed);
const pageOf = (path: string): string => pages.get(path) ?? '';
const operations = listOperations(document).map(({ id, method, path }) => ({
  id,
  call: `${method} ${path}`,
  page: pageOf(`operations/${id}.md`),
}));

/** Starts a sandbox that has the host of the samples, and a client with the id in the samples. */
async function startTenant(): Promise<Sandbox> {
  const sandbox = await startSandbox({
    origin: TENANT,
    clients: CLIENTS,
    rateLimit: false,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test('the reference has a page for each operation, and an index', () => {
  expect([...pages.keys()]).toEqual(['index.md', ...operations.map(({ id }) => `operations/${id}.md`)]);
});

test('writeReference() writes the pages, and removes the pages of an earlier run', async () => {
  const folder = join(temporaryFolder(), 'reference');
  mkdirSync(folder);
  writeFileSync(join(folder, 'earlier.md'), 'Earlier.');
  expect(await writeReference(document, behavior, typed, folder)).toBe(pages.size);
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(new Set(written.map((name) => name.replaceAll('\\', '/')))).toEqual(new Set(pages.keys()));
  expect(readFileSync(join(folder, 'index.md'), 'utf8')).toBe(pageOf('index.md'));
  expect(JSON.parse(readFileSync(join(folder, 'try-it.json'), 'utf8'))).toEqual(tryItCalls(document));
});

describe('the samples of the operation pages', () => {
  test('compile in TypeScript against the generated types', async () => {
    const samples = operations.flatMap(({ id, page }) =>
      [...clientSamples(page), ...typesIn(page)].map((code, index): [string, string] => [`${id}-${index}`, code]),
    );
    expect(samples.filter(([, code]) => code.includes('await management.'))).toHaveLength(operations.length);
    expect(samples.filter(([, code]) => code.includes('DataOf<'))).toHaveLength(operations.length);
    // A wrong sample shows that the compiler checks the calls.
    const wrong = samples[0]?.[1].replace('{ id: ', '{ identifier: ') ?? '';
    const errors = await compileSamples(new Map([...samples, ['wrong', wrong]]));
    expect(errors.map((error) => error.replace(/: .*/s, ''))).toEqual([expect.stringMatching(/sample-wrong\.ts:\d+$/)]);
  });

  test.for(operations)('call $call in TypeScript on the sandbox without an error', async ({ id, page }) => {
    const sandbox = await startTenant();
    vi.stubGlobal('fetch', sendTo(sandbox));
    const [code = ''] = blocksIn(page, 'ts');
    const { printed, failed } = await runSample(code);
    expect(failed).toEqual([]);
    expect(printed).toEqual(blocksIn(page, 'json').map((json) => JSON.parse(json)));
    expect(sandbox.requests.map(({ operation }) => operation)).toContain(id);
  });

  test.for(operations)('call $call with curl on the sandbox', async ({ id, page }, { skip }) => {
    skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');
    const sandbox = await startTenant();
    const [token = ''] = blocksIn(pageOf('index.md'), 'sh');
    const [, call = ''] = blocksIn(page, 'sh');
    const commands = `${token}\n${call}`.replaceAll(new RegExp(`(?<=['"])${TENANT}`, 'g'), sandbox.address);
    expect(await runShell(commands, { CLIENT_SECRET: 'secret' })).toMatch(/^HTTP\/1\.1 20[04] /);
    expect(sandbox.requests.map(({ operation }) => operation)).toContain(id);
  });
});

test.for([
  ['the fixture', document],
  ['another document', largeDocument(6) as OpenApiDocument],
] as const)('the commands and the sandbox tests of %s call each operation with success', async ([, source]) => {
  const commands = commandOperations(source);
  const { start, remove } = await buildSynthetic(source);
  onTestFinished(remove);
  const [, ...samplePages] = referencePages(source, { operations: {} }, withoutWriteOnly(source)).values();
  for (const [index, command] of commands.entries()) {
    const page = samplePages[index] ?? '';
    let options = {};
    let sandbox = await start();
    const startWith = async (given = {}) => {
      options = given;
      sandbox = await start(given);
      return sandbox;
    };
    const statuses = () =>
      sandbox.requests.filter(({ operation }) => operation === command.id).map(({ status }) => status);
    const [code] = blocksIn(page, 'ts').filter((one) => one.includes('startSandbox'));
    // The client of the fixture rejects the content of some operations of another document.
    if (code) await runTestSample(code, startWith).catch((error) => expect(String(error)).toMatch(/the body is/));
    if (code) expect([command.id, ...statuses()].join()).toMatch(/with: 503/.test(code) ? /,503,20.$/ : /,20.$/);
    const [sample] = blocksIn(page, 'sh').filter((one) => one.startsWith('tenant-management'));
    sandbox = await start({ ...options, clients: CLIENTS });
    if (sample) await runCommandSample(sample, commands, command, sandbox);
    if (sample) expect([command.id, ...statuses()].join()).toMatch(/,20.$/);
  }
});

test.each([
  ['eight schemas that all combine each other', 8, () => Array.from({ length: 8 }, (_, index) => index)],
  ['a chain of 60 schemas', 60, (index: number) => (index < 59 ? [index + 1] : [])],
])('the rows of %s end, and are nested at most 30 levels deep', (_what, count, linksOf) => {
  const part = (index: number) => ({
    allOf: [{ $ref: `#/components/schemas/S${index}` }, { properties: { [`own${index}`]: { type: 'string' } } }],
  });
  const schemas = Array.from({ length: count }, (_, index) => [
    `S${index}`,
    { properties: Object.fromEntries(linksOf(index).map((to) => [`to${to}`, part(to)])) },
  ]);
  const content = { 'application/json': { schema: part(0) } };
  const linked = {
    ...{ ...document, components: { schemas: Object.fromEntries(schemas) } },
    paths: { '/linked': { get: { operationId: 'linked', responses: { 200: { description: 'OK.', content } } } } },
  } as OpenApiDocument;
  const page = referencePages(linked, { operations: {} }, linked).get('operations/linked.md') ?? '';
  expect(page.length).toBeLessThan(60_000);
  expect(Math.max(...page.split('\n').map((line) => line.search(/\S/)))).toBeLessThan(62);
  expect(page).toContain(count === 8 ? 'see above' : 'see the OpenAPI document');
});

/** Returns a `fetch` function that sends the requests to the tenant to a sandbox. */
function sendTo({ address }: Sandbox): typeof fetch {
  const { fetch: platformFetch } = globalThis;
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    expect(request.url).toMatch(new RegExp(`^${TENANT}/`));
    return await platformFetch(new Request(address + pathname + search, request));
  };
}

test.for([
  ['keeps lower-case letters, digits, hyphens and underscores', ['get_user-grants_by_id2'], ['get_user-grants_by_id2']],
  ['separates the words of an id in camel case', ['listUserGrants'], ['list-user-grants']],
  ['keeps abbreviations together', ['getHTTPStatusURL'], ['get-http-status-url']],
  ['replaces characters such as spaces and slashes', ['GET /users/{id}.json'], ['get-users-id-json']],
  [
    'adds a number to ids whose slugs would be equal, reserved or empty',
    ['listUsers', 'ListUsers', 'list.users', 'Index', '日本'],
    ['list-users', 'list-users-2', 'list-users-3', 'index-2', '-2'],
  ],
] as const)('slugsOf() %s', ([, ids, slugs]) => {
  expect([...slugsOf(ids).values()]).toEqual(slugs);
});
