// Tests the reference of the document of this project, and runs the samples on its pages.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findApi, listOperations, projectRoot, readBehavior, readDocument } from 'tenant-management-document';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_RETRY } from '../../src/retry.js';
import { anchorsOf } from '../../test/docs/markdown-pages.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { REFERENCE_FOLDER } from '../reference/reference.ts';
import { referencePages, writeReference } from '../reference/write-reference.ts';
import { blocksIn, compileSamples, runSample, runShell, TENANT } from './samples.ts';

const { file } = await findApi();
const document = await readDocument(file);
const behavior = await readBehavior(file, document);
const pages = referencePages(document, behavior);
const pageOf = (path: string): string => pages.get(path) ?? '';
const operations = listOperations(document).map(({ id, method, path }) => ({
  id,
  call: `${method} ${path}`,
  page: pageOf(`operations/${id}.md`),
}));

/** Starts a sandbox that has the host of the samples, and a client with the id in the samples. */
async function startTenant(): Promise<Sandbox> {
  const scopes = ['read:token_exchange_profiles', 'delete:token_exchange_profiles', 'delete:guardian_enrollments'];
  const sandbox = await startSandbox({
    origin: TENANT,
    clients: [{ clientId: 'my-service', clientSecret: 'secret', scopes }],
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
  expect(await writeReference(document, behavior, folder)).toBe(pages.size);
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(new Set(written.map((name) => name.replaceAll('\\', '/')))).toEqual(new Set(pages.keys()));
  expect(readFileSync(join(folder, 'index.md'), 'utf8')).toBe(pageOf('index.md'));
});

describe('the samples of the operation pages', () => {
  test('compile in TypeScript against the generated types', async () => {
    const samples = operations.map(({ id, page }): [string, string] => [id, blocksIn(page, 'ts').join('\n')]);
    expect(samples.filter(([, code]) => !code.includes('await management.'))).toEqual([]);
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
    const [call = ''] = blocksIn(page, 'sh');
    const commands = `${token}\n${call}`.replaceAll(new RegExp(`(?<=['"])${TENANT}`, 'g'), sandbox.address);
    expect(await runShell(commands, { CLIENT_SECRET: 'secret' })).toMatch(/^HTTP\/1\.1 20[04] /);
    expect(sandbox.requests.map(({ operation }) => operation)).toContain(id);
  });
});

describe('the page of an operation', () => {
  const get = pageOf('operations/get_token-exchange-profiles_by_id.md');
  const deletes = operations.filter(({ call }) => call.startsWith('DELETE'));

  test('has metadata with the id, the group, the method and the lifecycle of the operation', () => {
    expect(parse(get.split('---')[1] ?? '')).toEqual({
      title: 'Get a token exchange profile',
      description: 'Returns the token exchange profile with the given ID.',
      sidebar: { label: 'Get a token exchange profile', order: 0, badge: { text: 'GET', variant: 'note' } },
      operation: 'get_token-exchange-profiles_by_id',
      group: 'Token Exchange Profiles',
      method: 'GET',
      path: '/token-exchange-profiles/{id}',
      lifecycle: 'Early Access',
    });
  });

  test('says which scopes a token needs', () => {
    expect(get).toContain('**Scopes:** the token needs `read:token_exchange_profiles`\n');
    expect(get).toContain('ask the owner of your tenant to grant `read:token_exchange_profiles` to your client');
  });

  test.for(deletes)(
    'says that the lifecycle, the scopes, and the status and the body of a success are not shown: $call',
    ({ page }) => {
      expect(page).toContain('**Release lifecycle:** not shown by the source');
      expect(page).toContain('not shown by the source; ask the owner of your tenant which scopes to grant');
      expect(page).toContain('the type of `data` is `unknown`');
      expect(page).toContain('- About the response `2XX`: success status; response body\n');
      expect(page).toMatch(
        /- About the operation: operation id; release lifecycle; required scopes; .*failure statuses\n/,
      );
      expect(page).toContain('a DELETE that is retried after a dropped connection can return 404');
    },
  );

  test('says "no evidence" for an assumption of the sandbox that has no evidence', () => {
    expect(pageOf('operations/delete_guardian_enrollments_by_id.md')).toContain('- Success: `204` (no evidence)');
  });

  test.for(deletes)('says which scope the sandbox requires, and the evidence for this scope: $call', ({ page }) => {
    expect(page).toMatch(/The sandbox requires `delete:\w+` \(evidence: naming rule of the document\)/);
  });

  test.for(operations)(
    'says what the client does after a 429, even if the document does not show this status: $call',
    ({ page }) => {
      expect(page).toMatch(
        /- \*\*429 Too Many Requests\*\*: .*\n {2}The client retries.* Before a retry, it waits for the delay in `Retry-After` or, without a usable `Retry-After`, in `X-RateLimit-Reset`/,
      );
      expect(page).toContain('`error.rateLimit`');
    },
  );

  test.for(operations)('names every error class: $call', ({ page }) => {
    for (const name of ['ApiError', 'NetworkError', 'TokenError', 'TimeoutError']) expect(page).toContain(name);
  });

  test('has the default number of retries of the client', () => {
    expect(get).toContain(`retries, by default up to ${DEFAULT_RETRY} times`);
  });

  test('describes each field with its format and its bounds', () => {
    expect(get).toContain('- `id`: string, format `token-exchange-profile-id`  \n  The unique ID of the profile.\n');
    expect(get).toContain('- `name`: string, 3 to 50 characters, default `Token Exchange Profile 1`  \n');
    expect(get).toContain('- `type`: string, 1 to 21 characters, only `custom_authentication`  \n');
  });

  test('describes the header fields of the rate limit', () => {
    expect(get).toContain('- `X-RateLimit-Reset`: string, required, for example `1767225600`  \n');
  });

  test('shows the schemas of its bodies in place', () => {
    expect(get).toContain('`application/json`: object `TokenExchangeProfile`\n');
    expect(get).toContain(
      'The body of `400`, `401`, `403`, `404` and `429`, in `error.body`: `application/json`: any JSON value\n\nThe body of a failure response.',
    );
  });
});

describe('the links of the pages', () => {
  const links = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(([^)\s]+?)(?:#([^)\s]*))?\)/g)].map(([, target = '', fragment]) => ({
      from: path,
      file: posix.join(REFERENCE_FOLDER, posix.dirname(path), target),
      fragment,
    })),
  );
  const textOf = (file: string) =>
    pages.get(posix.relative(REFERENCE_FOLDER, file)) ?? readFileSync(join(projectRoot, file), 'utf8');

  test('point to pages of the reference and to pages of docs that exist', () => {
    expect(links.filter(({ file }) => file.startsWith('docs/')).length).toBeGreaterThan(10);
    const missing = links.filter(
      ({ file }) => !pages.has(posix.relative(REFERENCE_FOLDER, file)) && !existsSync(join(projectRoot, file)),
    );
    expect(missing).toEqual([]);
  });

  test('point to headings that exist', () => {
    const broken = links.filter(
      ({ file, fragment }) => fragment !== undefined && !anchorsOf({ file, text: textOf(file) }).includes(fragment),
    );
    expect(broken).toEqual([]);
  });
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
