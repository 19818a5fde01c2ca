// Tests examples/observe.ts and the npm scripts start, mock, sandbox and docs, with the fixture document.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type CatalogueEntry, catalogue } from '#generated/catalogue.ts';
import { runNode } from '../../scripts/process/run-node.ts';
import { listen } from '../support/loopback.ts';
import { start } from '../support/started-script.ts';

const root = inject('builtProject');
const run = (script: string) => runNode([script], { cwd: root, timeout: 110_000 });

test('examples/observe.ts logs token requests and retries, but neither the access token nor the client secret', async () => {
  const { status, output } = await run('examples/observe.ts');
  expect(status).toBe(0);
  expect(output).toContain('POST /oauth/token/: 200\n');
  expect(output).toContain('GET /token-exchange-profiles/{id}: 200, attempt 2\n');
  expect(output).toContain('data: Partner tokens');
  expect(output).not.toContain('example-token');
  expect(output).not.toContain('example-secret');
});

describe('npm start', () => {
  test('prints the contract, calls the sandbox, reports a contract violation, and exits with status 0', async () => {
    const { child, printed } = start('examples/demo.ts');
    const ended = once(child, 'close');
    const [account] = await printed(/THE CONTRACT[\s\S]*All steps returned the expected results\./);
    const operations: CatalogueEntry[] = Object.values(catalogue);
    for (const { method, path, summary, lifecycle, notShown } of operations) {
      expect(account).toContain(`  ${method} ${path}: ${summary}\n    lifecycle: ${lifecycle ?? 'not documented'}`);
      for (const gap of notShown) expect(account).toContain(gap);
    }
    expect(account).toContain('scopes: read:token_exchange_profiles\n');
    expect(account.match(/^ {2}POST .*\/oauth\/token\/ → 200 OK$/gm)).toHaveLength(2);
    expect(account.match(/^ {2}GET .*\/token-exchange-profiles\/\w+ → 200 OK$/gm)).toHaveLength(1);
    expect(account.match(/^ {2}DELETE .*\/token-exchange-profiles\/\w+ → 204 No Content$/gm)).toHaveLength(1);
    expect(account.match(/^ {2}DELETE .*\/guardian\/enrollments\/\w+ → 204 No Content$/gm)).toHaveLength(1);
    expect(account).toContain(
      'error: 404 Not Found: GET /token-exchange-profiles/{id}: Token exchange profile not found.',
    );
    expect(account).toContain('error: 403 Forbidden: DELETE /guardian/enrollments/{id}: Insufficient scope');
    // The call without retries, and the first attempt of the call with retries.
    expect(account.match(/^ {2}GET .* → 429 Too Many Requests$/gm)).toHaveLength(2);
    expect(account).toContain('Global limit has been reached; limit 7, remaining 0, reset ');
    expect(account).toContain('Token exchange profile not found. (attempt 2)');
    const violation = 'schema violation | `/name` violates `minLength` |';
    expect(account).toContain(`| \`GET /token-exchange-profiles/{id}\` | 200 | ${violation}`);
    const [, shown] = /```text\n(Call once more[\s\S]*?)```/.exec(await readFile('README.md', 'utf8')) ?? [];
    expect(account).toContain(shown);
    expect(await ended).toEqual([0, null]);
  });
});

describe('npm run mock', () => {
  test('prints a curl command that works', async () => {
    const { printed } = start('scripts/mock.ts', '--port', '0');
    const [, method, header, url] = await printed(/curl -i -X (\w+) -H 'Authorization: (.*?)' '(.*?)'/);
    const response = await fetch(url ?? '', { method: method ?? '', headers: { Authorization: header ?? '' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: 'Partner tokens' });
  });

  test.runIf(process.platform === 'linux')(
    'prints a message and exits with status 1 if its Prism process exits',
    async () => {
      const { child, printed } = start('scripts/mock.ts', '--port', '0');
      const ended = once(child, 'close');
      await printed(/Press Ctrl-C/);
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      process.kill(Number(children.trim()), 'SIGKILL');
      expect(await ended).toEqual([1, null]);
      await printed(/The mock stopped because/);
    },
  );

  test('prints one sentence and exits with status 1 if the port is in use', async () => {
    const { port } = new URL(await listen(createServer()));
    const { child, printed } = start('scripts/mock.ts', '--port', port);
    const ended = once(child, 'close');
    const [sentence] = await printed(/^.*\n$/);
    expect(sentence).toBe(`Port ${port} is in use; pass another port with --port, or 0 for a free port\n`);
    expect(await ended).toEqual([1, null]);
  });

  test('rejects a --port that is not a number', async () => {
    const { printed } = start('scripts/mock.ts', '--port', 'http');
    const [sentence] = await printed(/^.*\n$/);
    expect(sentence).toBe('--port must be an integer from 0 (any free port) to 65535\n');
  });
});

beforeAll(async () => {
  const { status, output } = await run('scripts/docs.ts');
  expect(status, output).toBe(0);
});

describe('npm run sandbox', () => {
  test('serves the sandbox and the docs page, and prints curl commands that work', async () => {
    const { child, printed } = start('scripts/sandbox.ts', '--port', '0');
    const ended = once(child, 'close');
    const [, page = ''] = await printed(/The docs page is on (\S+)/);
    expect(await (await fetch(page)).text()).toContain('Delete an MFA enrollment');
    const [, form = '', tokenUrl = ''] = await printed(/curl -s -d '(.*?)' '(\S+)'/);
    const issued = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token } = await issued.json();
    const [lines] = await printed(/( {2}curl -i .*\n){3,}/);
    const calls = [...lines.matchAll(/curl -i -X (\w+) -H "Authorization: Bearer \$TOKEN" '(.*?)'/g)];
    const headers = { Authorization: `Bearer ${access_token}` };
    const statuses: number[] = [];
    for (const [, method = '', url = ''] of calls) statuses.push((await fetch(url, { method, headers })).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(2);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });
});

describe('npm run docs', () => {
  test('writes one page that lists what the API does not document, and whose policy forbids to load anything from the network', async () => {
    const page = await readFile(join(root, 'reports/docs/management.html'), 'utf8');
    const words = [
      '**Not documented by the API:** operation id; release lifecycle; required scopes',
      '**Release lifecycle:** Early Access',
      '**Required scopes:** `read:token_exchange_profiles`',
      'Delete an MFA enrollment',
      '"disableTelemetry":true',
    ];
    // The page is megabytes long, so compare only the missing texts: a failure must not print the page.
    expect(words.filter((text) => !page.includes(text))).toEqual([]);
    expect(page.match(/<head><meta http-equiv="Content-Security-Policy" content="default-src 'none';/)).not.toBeNull();
  });
});
