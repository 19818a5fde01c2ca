import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readSeedFile } from 'tenant-management-sandbox';
import { projectRoot } from 'tools-document/read';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import { FIXTURE_SANDBOX } from '../../../test/support/fixture.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { examples, startTestSandbox } from './sandbox-client.ts';

const CLI = join(FIXTURE_SANDBOX, 'cli.js');

const YAML = `profiles:
  - id: it's/1
    name: Partner tokens
enrollments:
  - id: dev_1
rateLimit: false
`;

/** Writes a seed file. The file is removed at the end of the test. */
const seedFile = (name: string, content: string): string => join(temporaryFolder({ [name]: content }), name);

/** Starts the command. The process is killed at the end of the test. */
function start(args: readonly string[], onEnd = onTestFinished) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onEnd(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs the command until it exits. */
async function run(
  args: readonly string[],
  onEnd = onTestFinished,
): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const child = start(args, onEnd);
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
}

interface Running {
  readonly child: ChildProcess;
  /** Waits until the output matches a pattern, and resolves with the match. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** Starts a sandbox with the command, on a free port. */
function serve(...args: string[]): Running {
  const child = start(['--port', '0', ...args]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const found = pattern.exec(output);
        if (found !== null) resolve(found);
      };
      child.stdout.on('data', check);
      child.once('close', () => reject(new Error(`The command exited without printing ${pattern}:\n${output}`)));
      check();
    });
  return { child, printed };
}

describe('the sandbox command', () => {
  test('prints a working curl command for each operation, and a log line for each request', async () => {
    const { printed } = serve(seedFile('seed.yaml', YAML));
    const [ready] = await printed(/[\s\S]*Press Ctrl-C to stop the sandbox\.\n/);
    const [, form, tokenUrl] = /TOKEN=\$\(curl -s -d '(.*?)' '(\S+)' \|/.exec(ready) ?? [];
    const granted = await fetch(tokenUrl ?? '', { method: 'POST', body: new URLSearchParams(form) });
    // Use the same pattern as the printed sed command.
    const [, token] = /.*"access_token":"([^"]*)".*/.exec(await granted.text()) ?? [];
    const lines = [...ready.matchAll(/curl -i -X (\w+) -H "Authorization: Bearer \$TOKEN" '(.*?)'$/gm)];
    const outcomes = [];
    for (const [, method = '', quoted = ''] of lines) {
      const url = quoted.replaceAll(String.raw`'\''`, "'");
      const { status } = await fetch(url, { method, headers: { Authorization: `Bearer ${token}` } });
      outcomes.push(`${method} ${new URL(url).pathname} ${status}`);
    }
    const withoutBody = examples.filter(({ body }) => body === undefined);
    // The command prints at most ten calls.
    expect(outcomes).toHaveLength(Math.min(withoutBody.length, 10));
    const others = examples.length - outcomes.length;
    expect(/\(and (\d+) more\)/.exec(ready)?.[1]).toBe(others === 0 ? undefined : String(others));
    expect(outcomes).toEqual(
      expect.arrayContaining([
        "GET /api/v2/token-exchange-profiles/it's%2F1 200",
        "DELETE /api/v2/token-exchange-profiles/it's%2F1 204",
        'DELETE /api/v2/guardian/enrollments/dev_1 204',
      ]),
    );
    const [log] = await printed(new RegExp(`^\\d\\d:(.*\\n)*.*${outcomes.at(-1)}.*\\n`, 'm'));
    expect(
      log
        .replaceAll(/^\d\d:\d\d:\d\d /gm, '')
        .replaceAll(/ \d+ ms$/gm, '')
        .split('\n'),
    ).toEqual([
      'POST /oauth/token/ 200 (sandbox-client)',
      ...outcomes.map((outcome) => `${outcome} (sandbox-client)`),
      '',
    ]);
    expect(log).not.toContain(token);
    await fetch(new URL('/unknown', tokenUrl));
    const [withoutClient] = await printed(/GET \/unknown .*\n/);
    expect(withoutClient).toMatch(/^GET \/unknown 404 \d+ ms\n$/);
  });

  test('uses the rate limit of --rate-limit instead of the rate limit of the seed file', async () => {
    const { printed } = serve(seedFile('seed.json', '{\n\t"rateLimit": false\n}\n'), '--rate-limit', '7/0.5');
    const [, form, tokenUrl] = await printed(/TOKEN=\$\(curl -s -d '(.*?)' '(\S+)' \|/);
    const granted = await fetch(tokenUrl ?? '', { method: 'POST', body: new URLSearchParams(form) });
    const [, url] = await printed(/-X GET .* '(.*?)'/);
    const { access_token } = await granted.json();
    const response = await fetch(url ?? '', { headers: { Authorization: `Bearer ${access_token}` } });
    expect(response.headers.get('X-RateLimit-Limit')).toBe('7');
  });

  test('exits with status 0 on SIGINT and frees the port, even while a response is delayed', async () => {
    const { child, printed } = serve('--latency', '3600000');
    const [, origin = ''] = await printed(/listens on (\S+)\n[\s\S]*Press Ctrl-C to stop the sandbox\.\n/);
    const outgoing = request(origin, { headers: { Expect: '100-continue' } });
    outgoing.on('error', () => undefined).flushHeaders();
    // The event `continue` (status 100) shows that the server has read the header of the request.
    await once(outgoing, 'continue');
    const ended = once(child, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect((await rejectionOf(fetch(origin))).cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('exits with status 0 on SIGTERM before it listens, because the first process of a container has no default handler', async () => {
    const pipe = join(temporaryFolder({}), 'seed.yaml');
    execFileSync('mkfifo', [pipe]);
    const child = start(['--port', '0', pipe]);
    const ended = once(child, 'close');
    // The pipe opens as soon as the command opens it too.
    const seed = await open(pipe, 'w');
    child.kill('SIGTERM');
    await seed.close();
    expect(await ended).toEqual([0, null]);
  });

  test('runs with the entry point of the Dockerfile and the arguments of the compose file', async () => {
    const read = (name: string) => readFile(join(projectRoot, 'packages/sandbox', name), 'utf8');
    const [, entrypoint = ''] = /^ENTRYPOINT (.*)$/m.exec(await read('Dockerfile')) ?? [];
    const [name, ...args] = JSON.parse(entrypoint);
    expect(JSON.parse(await read('package.json')).bin).toHaveProperty(name);
    const { command, ports } = parse(await read('compose.yaml')).services.sandbox;
    expect([args, ports]).toEqual([expect.arrayContaining(['--host', '0.0.0.0']), ['127.0.0.1:4020:4020']]);
    const { printed } = serve(...args, ...command, '--host', '127.0.0.1');
    const [, address] = await printed(/listens on (.*)\n/);
    expect((await fetch(`${address}/_sandbox`)).status).toBe(200);
    expect(await printed(/control API *(.*)\n/)).toContain('http://sandbox:4020/_sandbox');
  });

  test('continues to answer if the reader of its output exits', async () => {
    const { child, printed } = serve();
    const [, origin = ''] = await printed(/listens on (\S+)\n[\s\S]*Press Ctrl-C/);
    child.stdout?.destroy();
    for (const path of ['/a', '/b', '/c', '/d']) expect((await fetch(origin + path)).status).toBe(404);
  });

  test('with --log json prints one JSON object per line, without secrets', async () => {
    const { printed } = serve('--log', 'json', '--origin', 'https://tenant.example.com');
    const [start] = await printed(/^.*\n/);
    const { tokenUrl, controlUrl, ...others } = JSON.parse(start);
    expect(others).toEqual({
      event: 'start',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      baseUrl: 'https://tenant.example.com/api/v2',
      jwksUrl: 'https://tenant.example.com/.well-known/jwks.json',
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      clientId: 'sandbox-client',
      notSimulated: [],
    });
    expect([tokenUrl, controlUrl]).toEqual(['https://tenant.example.com/oauth/token/', undefined]);
    const form = { grant_type: 'client_credentials', client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
    const body = new URLSearchParams({ ...form, audience: 'https://tenant.example.com/api/v2/' });
    const granted = await fetch(`${others.address}/oauth/token/?client_secret=sandbox-secret`, {
      method: 'POST',
      body,
    });
    const { access_token } = await granted.json();
    const [output] = await printed(/^.*\n.*\n/);
    expect(JSON.parse(output.split('\n')[1] ?? '')).toEqual({
      event: 'request',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      method: 'POST',
      path: '/oauth/token/?client_secret=',
      operation: 'token',
      clientId: 'sandbox-client',
      status: 200,
      durationMs: expect.any(Number),
    });
    expect([access_token, 'sandbox-secret'].filter((secret) => output.includes(secret))).toEqual([]);
  });

  test('prints the version of the package with --version', async () => {
    const { version } = JSON.parse(await readFile(join(projectRoot, 'packages/sandbox/package.json'), 'utf8'));
    expect(await run(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.concurrent.for<[string, string[], RegExp]>([
    ['an invalid option', ['--latency', '-1'], /^--latency must be .*\n$/],
    ['a file that does not exist', ['--port', '0', 'missing.yaml'], /^missing\.yaml: cannot be read: ENOENT\n$/],
  ])('prints one line and exits with status 2 for %s', async ([_what, args, line], { expect, onTestFinished }) => {
    const { status, stdout, stderr } = await run(args, onTestFinished);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  });

  test('prints one line and exits with status 1 if the port is in use', async () => {
    const { baseUrl } = await startTestSandbox();
    const { port } = new URL(baseUrl);
    const { status, stderr } = await run(['--port', port]);
    expect(status).toBe(1);
    expect(stderr).toBe(`Port ${port} is in use; pass another port with --port, or 0 for a free port\n`);
  });
});

describe('a seed file', () => {
  test('without content sets no option', async () => {
    expect(await readSeedFile(seedFile('seed.yaml', '# nothing yet\n'))).toEqual({});
  });

  test('with invalid fields is rejected with a message that contains the file, line and column of each field', async () => {
    const file = seedFile(
      'seed.yaml',
      `clients:
  - clientId: reader
    secret: s
profiles:
  - id: tep_1
    name: ab
    type: other
  - name: Partner tokens
rateLimit: { limit: 5 }
`,
    );
    expect((await rejectionOf(readSeedFile(file))).message.split('\n').toSorted()).toEqual([
      `${file}:2:5: clients[0]: must have clientSecret or publicKey`,
      `${file}:3:5: clients[0].secret: is not a known field`,
      `${file}:6:5: profiles[0].name: must NOT have fewer than 3 characters`,
      `${file}:7:5: profiles[0].type: must be custom_authentication`,
      `${file}:8:5: profiles[1].id: is required`,
      `${file}:9:1: rateLimit.perSecond: is required`,
    ]);
  });

  test.each([
    ['a duplicate id', 'enrollments:\n  - id: a\n  - id: a\n', '3:5: enrollments[1].id: duplicate id "a"'],
    [
      'a duplicate key',
      'profiles: []\nprofiles: []\n',
      '2:1: Map keys must be unique\n\nprofiles: []\nprofiles: []\n^',
    ],
    ['an alias without an anchor', 'profiles: *base\n', '1:11: the anchor &base must be defined before its alias'],
    ['a syntax error', 'profiles:\n  - id: "a\n', '3:1: Missing closing "quote\n\n  - id: "a\n\n^'],
  ])('with %s is rejected, and the message contains line and column', async (_what, content, problem) => {
    const file = seedFile('seed.yaml', content);
    expect((await rejectionOf(readSeedFile(file))).message).toBe(`${file}:${problem}`);
  });
});
