// Tests the command `npm run dev` in a copy of the project.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../support/loopback.ts';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';
import { type StartedScript, start, startScript } from '../support/started-script.ts';

const DOCUMENT = 'openapi/management.yaml';
const BEHAVIOR = 'openapi/management.behavior.yaml';
const FREE_PORTS = ['--mock-port', '0', '--sandbox-port', '0', '--docs-port', '0'];

/** An operation that the document does not have, and that needs no token. */
const OPERATION = `
  /reports:
    get:
      operationId: list_reports
      summary: List reports
      description: Lists the reports.
      tags:
        - MFA Enrollments
      x-not-shown:
        - release lifecycle
      security: []
      responses:
        '204':
          description: There are no reports.
        4XX:
          $ref: '#/components/responses/Failure'

components:
`;
const addOperation = (text: string) => text.replace('\ncomponents:\n', OPERATION);

/** Hand-written code that depends on the summary of an operation. */
const programFor = (summary: string) => `import { catalogue } from './src/generated/catalogue.js';
export const summary: '${summary}' = catalogue['get_token-exchange-profiles_by_id'].summary;
`;
const SUMMARY = 'Get a token exchange profile';
const replaceSummary = (text: string) => text.replace(SUMMARY, 'Read a token exchange profile');

/** Copies the project, with one file to type-check, so that the type check is short. */
async function copyForDev(): Promise<ProjectCopy> {
  const project = await copyProject();
  const config = join(project.root, 'tsconfig.json');
  await writeFile(join(project.root, 'program.ts'), programFor(SUMMARY));
  // The command compares the document with the last commit.
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.root });
  git('init', '--quiet');
  git('add', 'redocly.yaml', 'openapi');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'Document');
  const options: object = JSON.parse(await readFile(config, 'utf8'));
  await writeFile(config, JSON.stringify({ ...options, include: ['program.ts'] }));
  return project;
}

test('npm run dev exits with status 1 if one of its ports is in use', async () => {
  const { port } = new URL(await listen(createServer()));
  const dev = start('scripts/dev.ts', ...FREE_PORTS, '--sandbox-port', port);
  expect(await once(dev.child, 'close')).toEqual([1, null]);
  expect(dev.output()).toBe(`Port ${port} is in use; pass another port with --sandbox-port, or 0 for a free port\n`);
});

describe('npm run dev', () => {
  let project: ProjectCopy;
  let dev: StartedScript;
  let mock = '';
  let sandbox = '';
  let docs = '';
  /** The texts of the files before the first test. */
  const texts = new Map<string, string>();

  beforeAll(async () => {
    project = await copyForDev();
    dev = startScript('scripts/dev.ts', FREE_PORTS, { root: project.root });
    for (const file of [DOCUMENT, BEHAVIOR]) texts.set(file, await readFile(join(project.root, file), 'utf8'));
    await dev.printed(/Docs page rebuilt/);
    [, mock = '', sandbox = '', docs = ''] = await dev.printed(/mock +(\S+)\n +sandbox +(\S+),.*\n +docs page +(\S+)/);
    return async () => {
      dev.child.kill();
      await once(dev.child, 'close');
      await project.remove();
    };
  });

  /** Saves a changed file, and restores the other files. Resolves with the new output when it matches `pattern`. */
  async function save(file: string, change: (text: string) => string, pattern: RegExp): Promise<string> {
    const from = dev.output().length;
    for (const [path, text] of texts) {
      const changed = path === file ? change(text) : text;
      const current = await readFile(join(project.root, path), 'utf8');
      if (changed !== current) await writeFile(join(project.root, path), changed);
    }
    await dev.printed(pattern, from);
    return dev.output().slice(from);
  }

  /** The statuses of the mock and the sandbox for a path. */
  const statusesOf = async (path: string) => {
    const responses = await Promise.all([fetch(mock + path), fetch(sandbox + path)]);
    return responses.map(({ status }) => status);
  };

  test('prints warnings after a save, restarts the mock and the sandbox on the same ports, and rebuilds the docs page', async () => {
    expect(await statusesOf('/reports')).toEqual([404, 404]);

    const addNullable = (text: string) => text.replace('          format: url\n', '$&          nullable: true\n');
    const output = await save(DOCUMENT, (text) => addNullable(addOperation(text)), /Docs page rebuilt after/);

    expect(output).toMatch(/^openapi\/management\.yaml:\d+:\d+: warning: The keyword "nullable" is unknown/m);
    expect(output).toMatch(/Saved openapi\/management\.yaml\n/);
    expect(output).toMatch(/Generated src\/generated\/management\.ts, src\/generated\/catalogue\.ts/);
    expect(output).toMatch(/since the last commit \(HEAD\): 1 minor\. .*\n +minor +operation-added +list_reports: /);
    expect(output).toMatch(
      /Verdict after \d+\.\d s\n[\s\S]*No type errors after \d+\.\d s\nMock and sandbox restarted after \d+\.\d s\n/,
    );
    expect(await statusesOf('/reports')).toEqual([204, 204]);
    expect(await (await fetch(docs)).text()).toContain('Lists the reports.');
  });

  test.for([
    {
      problem: 'a syntax error',
      file: DOCUMENT,
      change: (text: string) => text.replace('  title: Tenant', '  title: [Tenant'),
      printed: /^openapi\/management\.yaml:4:3: /m,
    },
    {
      problem: 'a misspelt name',
      file: DOCUMENT,
      change: (text: string) => text.replace('    get:\n', '    gett:\n'),
      printed: /^openapi\/management\.yaml:58:5: Property `gett` is not expected here; did you mean "get"\?/m,
    },
    {
      problem: 'an invalid behavior file',
      file: BEHAVIOR,
      change: (text: string) => `${text}\nunknown: 1\n`,
      printed: /^openapi\/management\.behavior\.yaml:\d+:\d+: .*unknown/m,
    },
  ])('prints the file and the line of $problem, and keeps the servers running', async ({ file, change, printed }) => {
    const before = await statusesOf('/token-exchange-profiles/tep_1');

    const output = await save(file, change, /keep the last valid version/);

    expect(output).toMatch(printed);
    expect(output).not.toMatch(/restarted|^\s+at /m);
    expect(before).toEqual([401, 401]);
    expect(await statusesOf('/token-exchange-profiles/tep_1')).toEqual(before);
  });

  test('prints type errors in hand-written code, starts the servers, and checks again after a save of that code', async () => {
    const output = await save(DOCUMENT, (text) => replaceSummary(addOperation(text)), /Mock and sandbox restarted/);

    expect(output).toMatch(/^program\.ts:2:14: TS\d+: .*\nType errors: 1, after/m);
    expect(await statusesOf('/reports')).toEqual([204, 204]);

    const from = dev.output().length;
    await writeFile(join(project.root, 'program.ts'), programFor('Read a token exchange profile'));
    await dev.printed(/Saved program\.ts\n[\s\S]*No type errors after/, from);
    await writeFile(join(project.root, 'program.ts'), programFor(SUMMARY));
  });
});

test('npm run dev starts no server while the document is invalid, and starts the servers after a correction, even with a type error', async () => {
  const project = await copyForDev();
  onTestFinished(() => project.remove());
  const document = join(project.root, DOCUMENT);
  const text = await readFile(document, 'utf8');
  await writeFile(document, text.replace('  title: Tenant', '  title: [Tenant'));
  await writeFile(join(project.root, 'program.ts'), programFor('Other'));
  const dev = startScript('scripts/dev.ts', FREE_PORTS, { root: project.root });
  onTestFinished(async () => {
    dev.child.kill();
    await once(dev.child, 'close');
  });

  await dev.printed(/^No server runs yet: .*$/m);
  await writeFile(document, text);
  await dev.printed(/^Type errors: 1, after [\s\S]*Mock and sandbox restarted/m);

  expect(dev.output()).not.toMatch(/keep the last valid version/);
});

/** The ids of the processes that descend from a process. */
async function descendantsOf(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').map(Number);
  const running = children.filter((child) => child > 0);
  return [...running, ...(await Promise.all(running.map(descendantsOf))).flat()];
}

/** Whether a process runs. A process that has ended, but whose parent has not yet read its status, has the state Z. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** On a busy machine, a process takes seconds to start or to end. */
const PROCESS_WAIT = { timeout: 20_000 };

// The tests read the ids of the processes from /proc.
describe.runIf(process.platform === 'linux')('npm run dev', () => {
  let project: ProjectCopy;
  beforeAll(async () => {
    project = await copyForDev();
    return () => project.remove();
  });

  test.for([
    { signal: 'SIGINT', during: 'after the servers have started', printed: /restarted after/i },
    { signal: 'SIGTERM', during: 'during a check', printed: /^Watching / },
    { signal: 'SIGHUP', during: 'while the servers start', printed: /type errors after/ },
  ] as const)('ends all processes and removes temporary files on $signal $during', async ({ signal, printed }) => {
    const temporary = join(project.root, 'tmp');
    await mkdir(temporary, { recursive: true });
    const dev = startScript('scripts/dev.ts', FREE_PORTS, { root: project.root, env: { TMPDIR: temporary } });
    onTestFinished(() => void dev.child.kill());
    const ended = once(dev.child, 'close');
    await dev.printed(printed);
    const processes = await vi.waitFor(async () => {
      const found = await descendantsOf(dev.child.pid ?? 0);
      expect(found).not.toEqual([]);
      return found;
    }, PROCESS_WAIT);

    dev.child.kill(signal);

    expect(await ended).toEqual([0, null]);
    await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), PROCESS_WAIT);
    expect((await readdir(join(project.root, 'reports'))).filter((name) => name.startsWith('dev-'))).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });

  test('ends all processes when the parent process is killed', async () => {
    const code = `require('node:child_process').spawn(process.execPath, ['scripts/dev.ts', ...process.argv.slice(1)], { stdio: 'inherit' })`;
    const parent = startScript('--eval', [code, '--', ...FREE_PORTS], { root: project.root });
    // The pipes of the output close when the last process has ended.
    const ended = once(parent.child, 'close');
    await parent.printed(/restarted after/);
    const processes = await descendantsOf(parent.child.pid ?? 0);

    parent.child.kill('SIGKILL');

    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(processes.length).toBeGreaterThan(1);
    await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), PROCESS_WAIT);
    expect((await readdir(join(project.root, 'reports'))).filter((name) => name.startsWith('dev-'))).toEqual([]);
  });

  test('prints that the mock has ended, and keeps running', async () => {
    const dev = startScript('scripts/dev.ts', FREE_PORTS, { root: project.root });
    onTestFinished(() => void dev.child.kill());
    const ended = once(dev.child, 'close');
    await dev.printed(/restarted after/);
    const children = await descendantsOf(dev.child.pid ?? 0);
    const mock = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('prism-cli'));

    expect(mock).toBeDefined();
    process.kill(mock ?? Number.NaN, 'SIGKILL');

    await dev.printed(/^The mock has ended\. To restart it, change and save the document\.$/m);
    dev.child.kill();
    expect(await ended).toEqual([0, null]);
  });
});
