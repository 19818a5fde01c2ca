import { describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { SHELLS } from './shells.ts';

describe('the command completion', () => {
  test.each([
    { args: [], message: "missing required argument 'bash|zsh|fish'" },
    { args: ['bsh'], message: 'the shell must be bash, zsh or fish; did you mean "bash"?\n' },
    { args: ['constructor'], message: 'the shell must be bash, zsh or fish\n' },
    { args: ['bash', 'zsh'], message: 'too many arguments' },
    { args: ['bash', '--json'], message: 'unknown option --json' },
  ])('exits with status 2 if the arguments are $args', async ({ args, message }) => {
    const { status, stdout, stderr } = await runCli(['completion', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('has a help that shows where to save the script for each shell', async () => {
    const { status, stdout } = await runCli(['completion', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: tenant-management completion [options] <bash|zsh|fish>\n');
    for (const shell of SHELLS) expect(stdout).toContain(`tenant-management completion ${shell} > `);
  });
});
