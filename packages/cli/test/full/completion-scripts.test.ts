import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { createCommand } from '../../src/create-command.js';
import { operations } from '../../src/generated/operations.js';
import type { Operation } from '../../src/operation.js';
import { CONTROL, HOSTILE } from '../hostile-text.ts';
import { DELETE, OPERATION, runCli } from '../run-cli.ts';
import { SHELLS, type Shell, shellTest } from '../shells.ts';

const remove = operations.find(({ id }) => id === OPERATION);
if (remove === undefined) throw new Error(`the document must have the operation ${OPERATION}`);

/** The names of all options of the delete command. */
const DELETE_OPTIONS = createCommand(remove).options.flatMap(({ short, long }) => [short, long]);

/** Prints the completion script of a shell. */
async function scriptOf(shell: Shell, commands: readonly Operation[] = operations): Promise<string> {
  const { status, stdout, stderr } = await runCli(['completion', shell], { commands });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** Creates an operation with a command of words. */
const operationOf = (id: string, words: readonly string[]): Operation => ({ ...remove, id, words });

describe.each(SHELLS)('the completion script for %s', (shell) => {
  shellTest.for([
    { typed: [''], candidates: ['auth', 'completion', 'guardian', 'token-exchange-profiles'] },
    { typed: ['gua'], candidates: ['guardian'] },
    { typed: ['guardian', ''], candidates: ['enrollments'] },
    { typed: ['token-exchange-profiles', ''], candidates: ['delete', 'read'] },
    { typed: ['auth', ''], candidates: ['status'] },
    { typed: ['completion', ''], candidates: ['bash', 'fish', 'zsh'] },
    { typed: ['completion', 'z'], candidates: ['zsh'] },
    { typed: ['completion', 'zsh', ''], candidates: [] },
    { typed: ['guardain', ''], candidates: [] },
    { typed: [...DELETE, ''], candidates: [] },
    { typed: [...DELETE, 'dev_1', ''], candidates: [] },
    { typed: ['guardian', '--help', ''], candidates: [] },
  ])('completes the words of commands: $typed', async ({ typed, candidates }, { complete }) => {
    expect(complete(shell, await scriptOf(shell), typed)).toEqual(candidates);
  });

  shellTest.for([
    { typed: ['--'], candidates: ['--help', '--version'] },
    { typed: ['guardian', '--'], candidates: ['--help'] },
    { typed: [...DELETE, '--dry'], candidates: ['--dry-run'] },
    { typed: [...DELETE, 'dev_1', '--yes', '--jo'], candidates: ['--journal'] },
    { typed: [OPERATION, '--dry'], candidates: ['--dry-run'] },
    { typed: ['auth', 'status', '--js'], candidates: ['--json'] },
    { typed: ['auth', 'status', '--fail'], candidates: [] },
    { typed: ['completion', 'bash', '--'], candidates: ['--help'] },
    { typed: [...DELETE, '--', '--dry'], candidates: [] },
    { typed: [...DELETE, '--tenant', ''], candidates: [] },
  ])('completes the names of the options of the command: $typed', async ({ typed, candidates }, { complete }) => {
    expect(complete(shell, await scriptOf(shell), typed)).toEqual(candidates);
  });

  shellTest('completes every option of a command', async ({ complete }) => {
    const script = await scriptOf(shell);
    const candidates = [...complete(shell, script, [...DELETE, '-']), ...complete(shell, script, [...DELETE, '--'])];
    expect([...new Set(candidates)].toSorted()).toEqual(DELETE_OPTIONS.filter(Boolean).toSorted());
  });

  shellTest(
    'completes file names after each option that takes a file, and after no other option',
    async ({ complete }) => {
      const script = await scriptOf(shell);
      const folder = temporaryFolder({ 'ids.csv': '', 'ids2.csv': '', 'other.csv': '' });
      for (const option of ['--csv', '--failures', '--journal', '--tenants', '--secret-file', '--key-file']) {
        expect(complete(shell, script, [...DELETE, option, 'ids'], folder)).toEqual(['ids.csv', 'ids2.csv']);
      }
      for (const option of ['--column', '--domain', '--yes']) {
        expect(complete(shell, script, [...DELETE, option, 'ids'], folder)).toEqual([]);
      }
    },
  );

  shellTest('completes file names after "=" too', async ({ complete }) => {
    const folder = temporaryFolder({ 'ids.csv': '' });
    // bash splits words at "=".
    const word = shell === 'bash' ? ['--csv', '=', 'id'] : ['--csv=id'];
    const [candidate, ...others] = complete(shell, await scriptOf(shell), [...DELETE, ...word], folder);
    expect(others).toEqual([]);
    expect(candidate).toMatch(/^(--csv=)?ids\.csv$/);
  });

  shellTest('completes words with a colon, at which bash splits words', async ({ complete }) => {
    const commands = [operationOf('a', ['books:cancel', 'post']), operationOf('b', ['books:close', 'post'])];
    const script = await scriptOf(shell, commands);
    const split = shell === 'bash';
    const start = split ? ['books', ':', 'ca'] : ['books:ca'];
    expect(complete(shell, script, start)).toEqual([split ? 'cancel' : 'books:cancel']);
    expect(complete(shell, script, [...(split ? ['books', ':', 'close'] : ['books:close']), ''])).toEqual(['post']);
  });

  shellTest('completes 450 commands', async ({ complete }) => {
    const numbers = Array.from({ length: 450 }, (_, index) => index);
    const commands = numbers.map((one) => operationOf(`id${one}`, [`group${one % 90}`, `items${one}`, 'delete']));
    const script = await scriptOf(shell, commands);
    expect(complete(shell, script, ['group7', 'items44'])).toEqual([]);
    expect(complete(shell, script, ['group89', 'items44'])).toEqual(['items449']);
    expect(complete(shell, script, ['group89', 'items449', 'delete', '--dry'])).toEqual(['--dry-run']);
    expect(complete(shell, script, ['id449', '--dry'])).toEqual(['--dry-run']);
    expect(script.length).toBeLessThan(150_000);
  });

  shellTest('does not execute or interpret texts of the document', async ({ complete }) => {
    const folder = temporaryFolder();
    const words = ["it's", '$(touch pwned)', '`touch pwned`', '*', "';touch pwned;'", 'a\\b', '"', HOSTILE];
    const commands = words.map((word, index) => ({
      ...operationOf(`id${index}`, [word, 'read']),
      summary: `100% $(touch pwned) ${word}`,
    }));
    const script = await scriptOf(shell, commands);
    expect(script.replaceAll(/[\n\t]/g, '')).not.toMatch(CONTROL);
    expect(complete(shell, script, [''], folder)).toHaveLength(words.length + 2);
    expect(complete(shell, script, ["it\\'s", ''], folder)).toEqual(['read']);
    expect(complete(shell, script, ['\\*', ''], folder)).toEqual(['read']);
    expect(complete(shell, script, ['unknown', ''], folder)).toEqual([]);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });
});

shellTest('the completion script for zsh works in a folder of fpath, without compdef', async ({ complete }) => {
  const folder = temporaryFolder({ '_tenant-management': await scriptOf('zsh') });
  const autoload = `fpath=('${folder}')\nautoload -Uz _tenant-management`;
  expect(complete('zsh', autoload, ['guardian', ''])).toEqual(['enrollments']);
});
