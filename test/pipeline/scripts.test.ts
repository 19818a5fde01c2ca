// The commands that people run: the demo, the mock and the docs.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyTest, projectRoot } from './project-copy.ts';

/** Starts a script of this project; it ends with its test. */
function start(
  script: string,
  ...args: string[]
): { child: ChildProcess; printed: (words: RegExp) => Promise<RegExpExecArray> } {
  const child = spawn(process.execPath, [script, ...args], { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  let output = '';
  const printed = (words: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const read = (text = '') => {
        output += text;
        const found = words.exec(output);
        if (found !== null) resolve(found);
      };
      child.stdout?.setEncoding('utf8').on('data', read);
      child.stderr?.setEncoding('utf8').on('data', read);
      child.once('close', () => reject(new Error(`It ended without printing ${words}:\n${output}`)));
      read();
    });
  return { child, printed };
}

describe('npm start', () => {
  test('does what a consumer does, and ends by itself', async () => {
    const { child, printed } = start('scripts/demo.ts');
    const ended = once(child, 'close');
    const [account] = await printed(/A tenant for this demo[\s\S]*All steps went as expected\./);
    expect(account.match(/^ {2}POST .*\/oauth\/token\/ → 200 OK$/gm)).toHaveLength(1);
    expect(account.match(/^ {2}GET .*\/token-exchange-profiles\/\w+ → 200 OK$/gm)).toHaveLength(1);
    expect(account.match(/^ {2}DELETE .*\/token-exchange-profiles\/\w+ → 200 OK$/gm)).toHaveLength(1);
    expect(account.match(/^ {2}DELETE .*\/guardian\/enrollments\/\w+ → 200 OK$/gm)).toHaveLength(1);
    expect(account).toContain('error: 404 Not Found: GET /token-exchange-profiles/{id}');
    expect(account).toContain('429 Too Many Requests: GET /token-exchange-profiles/{id}; limit 10, remaining 0');
    expect(await ended).toEqual([0, null]);
  });
});

describe('npm run mock', () => {
  test('prints a command line that works', async () => {
    const { printed } = start('scripts/mock.ts', '--port', '0');
    const [, method, header, url] = await printed(/curl -i -X (\w+) -H 'Authorization: (.*?)' '(.*?)'/);
    const response = await fetch(url ?? '', { method: method ?? '', headers: { Authorization: header ?? '' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: 'Partner tokens' });
  });

  test('says in one sentence that the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { child, printed } = start('scripts/mock.ts', '--port', port);
    const ended = once(child, 'close');
    const [sentence] = await printed(/^.*\n$/);
    expect(sentence).toBe(`Port ${port} is taken: give another with --port, or 0 for any free one.\n`);
    expect(await ended).toEqual([1, null]);
  });

  test('refuses what is not a port', async () => {
    const { printed } = start('scripts/mock.ts', '--port', 'http');
    const [sentence] = await printed(/^.*\n$/);
    expect(sentence).toBe('--port: expected a number from 0 (any free port) to 65535; got http\n');
  });
});

describe('npm run docs', () => {
  copyTest('writes one page that says what is not shown, and calls nobody', async ({ project }) => {
    const { status } = await project.run('scripts/docs.ts');
    expect(status).toBe(0);
    const page = await readFile(join(project.root, 'docs/management.html'), 'utf8');
    const words = [
      '**Not shown by the source:** operation id; release lifecycle; required scopes',
      '**Release lifecycle:** Early Access',
      '**Required scopes:** `read:token_exchange_profiles`',
      'Delete an MFA enrollment',
      '"disableTelemetry":true',
    ];
    // The page is megabytes long: a failure must not print it.
    expect(words.filter((text) => !page.includes(text))).toEqual([]);
    // Nothing is loaded from elsewhere: there is no such address, and the browser would not let it.
    expect(page.match(/(src|href)="https?:\/\/[^"]*\.(js|css|svg|png|woff2?)"/g)).toBeNull();
    expect(page.match(/<head><meta http-equiv="Content-Security-Policy" content="default-src 'none';/)).not.toBeNull();
  });
});
