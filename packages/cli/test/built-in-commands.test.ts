import { describe, expect, test } from 'vitest';
import { operations } from '#generated/operations.js';
import type { Operation } from '../src/operation.ts';
import { runCli, startTenant } from './run-cli.ts';

/** Returns an operation of the document with another id and other words. */
function operationOf(id: string, words: readonly string[]): Operation {
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
