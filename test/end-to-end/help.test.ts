// Tests that each npm script that is a file of the folder scripts answers --help.
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runNode } from '../../scripts/process/run-node.ts';
import { projectRoot } from '../support/project-copy.ts';

/**
 * With these options, Node throws an error when a script writes a file or starts a process or a thread. Some scripts
 * import addons, so addons are allowed.
 */
const READ_ONLY = ['--permission', '--allow-fs-read=*', '--allow-addons'];

/** Longer than any script takes to load its modules on a busy machine. */
const TIMEOUT_MS = 100_000;

const files = globSync('scripts/*.ts', { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/'));

const readOnlyRun = (...args: string[]) => runNode([...READ_ONLY, ...args], { cwd: projectRoot, timeout: TIMEOUT_MS });

test.concurrent.each(files)(
  '%s --help prints the npm command and a description, exits with status 0, and writes nothing',
  async (file) => {
    const { status, stdout, output } = await readOnlyRun(file, '--help');
    expect(status, output).toBe(0);
    expect(stdout).toMatch(/^npm run [\w:]+(?: -- .+)?\n\n[A-Z].+/);
  },
);

test('-h prints the same text as --help', async () => {
  const [short, long] = await Promise.all(['-h', '--help'].map((option) => readOnlyRun('scripts/diff.ts', option)));
  expect(short?.stdout).toBe(long?.stdout);
});

test.each(['diff', 'generate', 'mock', 'dev', 'contract', 'try'])(
  'scripts/%s.ts with an unknown option names the option without its value, and refers to --help',
  async (name) => {
    const args = [`scripts/${name}.ts`, '--unknown=secret'];
    expect(await runNode(args, { cwd: projectRoot, timeout: TIMEOUT_MS })).toMatchObject({
      status: 1,
      output: 'The command has no option --unknown: remove the option, or pass --help for the list of options\n',
    });
  },
);
