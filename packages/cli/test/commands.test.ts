import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { describe, expect, test } from 'vitest';
import { operations } from '#generated/operations.js';
import type { CommandOperation } from '../src/command-operation.ts';
import { VARIABLES } from '../src/tenant/settings.ts';
import { DELETE, READ, runCli, startTenant } from './run-cli.ts';

describe('tenant-management', () => {
  test.each(['--version', '-V'])('prints the version of the package with %s', async (option) => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'packages/cli/package.json'), 'utf8'));
    expect(await runCli([option])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([
    { args: [], expected: 'Usage: tenant-management <command>' },
    { args: ['guardian'], expected: 'guardian enrollments delete <id>...' },
    { args: ['--json', ...DELETE, 'dev_1'], expected: 'the command must come before the options' },
    ...Object.values(VARIABLES).map((expected) => ({ args: [], expected })),
  ])(
    'prints "$expected" to stderr and exits with status 2 for the incomplete or misplaced command $args',
    async ({ args, expected }) => {
      const { status, stdout, stderr } = await runCli(args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(expected);
      expect(stderr).not.toContain('undefined');
    },
  );

  test.each([
    ['guardian enrolments delete dev_1', '; did you mean "guardian enrollments delete"?'],
    ['token-exchange-profiles raed tep_1', '; did you mean "token-exchange-profiles read"?'],
    ['delete_guardian_enrolments_by_id', '; did you mean "delete_guardian_enrollments_by_id"?'],
    ['auth stauts', '; did you mean "auth status"?'],
    ['atuh', '; did you mean "auth"?'],
    ['auth status-all', '; did you mean "auth"?'],
    ['frobnicate', '.'],
  ])('rejects the unknown command "%s", with a suggestion if a command is similar', async (given, hint) => {
    const stderr = `unknown command${hint} tenant-management --help lists the commands\n`;
    expect(await runCli(given.split(' '))).toEqual({ status: 2, stdout: '', stderr });
  });

  test('accepts the operation id as the command', async () => {
    const tenant = await startTenant({ enrollments: [{ id: 'dev_1' }] });
    const { status } = await tenant.run(['delete_guardian_enrollments_by_id', 'dev_1', '--yes']);
    expect(status).toBe(0);
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });
});

describe('the help of a command', () => {
  test('starts with the summary, an empty line and the description, and describes each option', async () => {
    const { stdout } = await runCli([...DELETE, '--help']);
    expect(stdout).toMatch(/^Usage: .*\n\nDelete .*\n\n\S/);
    expect(stdout).toMatch(/\n\nAfter an interruption, .*\n/);
    const options = stdout.split('\n').filter((line) => line.startsWith('  -'));
    expect(options.length).toBeGreaterThan(15);
    expect(options.filter((line) => !/^ {2}-.*\S {2,}\S/.test(line))).toEqual([]);
  });

  test('states which facts the document does not show, and that no operation lists the ids', async () => {
    const { stdout } = await runCli([...DELETE, '-h']);
    expect(stdout).toContain('  Scopes: not documented by the API\n');
    expect(stdout).toContain('  Lifecycle: not documented by the API\n');
    expect(stdout).toContain("Source of the ids:\n  The API's description shows no operation that lists these ids.");
  });

  test('does not list options that the operation does not have', async () => {
    const { stdout } = await runCli([...READ, '--help']);
    expect(stdout).toContain('--csv');
    expect(stdout).not.toMatch(/^ {2}(-y, )?--(yes|dry-run|strict|query|body|journal)\b/m);
  });
});

describe('an option', () => {
  test.each(['--client-secret=hunter2', '--secret', '--token=hunter2'])(
    '%s, which would take a secret, is rejected, and the message names the ways to pass a secret',
    async (option) => {
      const { status, stderr } = await runCli([...DELETE, 'dev_1', option]);
      expect(status).toBe(2);
      expect(stderr).toContain(
        'does not exist, because other users of this machine can see the arguments of a process',
      );
      expect(stderr).toContain('--secret-file');
      expect(stderr).toContain('TENANT_CLIENT_SECRET');
      expect(stderr).not.toContain('hunter2');
    },
  );

  test.each([
    [['--jsno'], 'unknown option --jsno; did you mean --json?'],
    [['-----BEGIN PRIVATE KEY-----\nhunter2'], 'unknown option (before an id that starts with "-", write --)'],
    [['-x'], 'unknown option (before an id that starts with "-", write --)'],
    [['dev_1', '--yes=hunter2'], '--yes takes no value; remove the "=" and the text after it'],
    [['--csv'], "option '--csv <file>' argument missing"],
    [['--domain', 'a', '--tenant', 'b'], "'--tenant <name>' cannot be used with option '--domain <host>'"],
    [['--token-url', 'a', '--tenant', 'b'], "'--token-url <url>' cannot be used with option '--tenant <name>'"],
    [['--secret-file', 'a', '--key-file', 'b'], "'--key-file <file>' cannot be used with option '--secret-file"],
  ])('that is unknown, incomplete, invalid or in conflict causes exit status 2: %j', async (args, message) => {
    const { status, stderr } = await runCli([...DELETE, ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter2');
  });
});

/** Returns an operation of the document with another id and other words. */
function operationOf(id: string, words: readonly string[]): CommandOperation {
  const [operation] = operations;
  if (operation === undefined) throw new Error('the document must have an operation');
  return { ...operation, id, words };
}

describe('the built-in command', () => {
  test('is in the list of --help, after the commands of the operations', async () => {
    const { stdout } = await runCli(['--help']);
    expect(stdout).toMatch(/\n {2}guardian [\s\S]*\nOther commands:\n {2}auth status +Show the scopes/);
  });

  test('prints the commands that start with its words if they are incomplete, and exits with status 2', async () => {
    const { status, stdout, stderr } = await runCli(['auth']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Commands:\n {2}auth status {2}Show [^\n]*\n\nHelp of a command: /);
    expect(await runCli(['auth', '--help'])).toEqual({ status: 0, stdout: stderr, stderr: '' });
  });

  test('runs even if the document has an operation whose id equals its first word', async () => {
    const commands = [operationOf('auth', ['books', 'read'])];
    const tenant = await startTenant();
    expect((await tenant.run(['auth', 'status'], { commands })).stdout).toContain('\nclient   sandbox-client\n');
    expect((await tenant.run(['auth', 'bok_1'], { commands })).stderr).toContain('unknown command');
    expect((await tenant.run(['books', 'read', '--help'], { commands })).stdout).toContain('(auth)\n');
  });
});
