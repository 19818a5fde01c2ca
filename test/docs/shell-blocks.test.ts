// Runs the shell blocks of pages in a new folder without neighbours. Functions with the names of commands replace them:
// they record their calls, and one of the calls fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { blocks } from './markdown-pages.ts';

const PAGES = ['README.md', 'docs/getting-started.md', 'docs/releasing.md', 'packages/cli/README.md'];
const FAKES = `call() { echo "$* in \${PWD##*/}" >> "$LOG" && [ "$(wc -l < "$LOG")" -ne "$FAILED" ]; }
${['npm', 'npx', 'git', 'node'].map((name) => `${name}() { call ${name} "$@"; }`).join('\n')}
${['mkdir', 'cd'].map((name) => `${name}() { call ${name} "$@" && command ${name} "$@"; }`).join('\n')}\n`;
/** A call that changes a folder or a repository. */
const CHANGE = /^(git (?:add|commit|tag|push)|npm (?:init|install|pkg))\b.* in (.*)$/;

/** Returns the calls of a block, each with its folder. */
function callsOf(code: string, failed: number): string[] {
  const folder = temporaryFolder({ 'clone/package.json': '{}', calls: '' });
  const env = { ...process.env, LOG: join(folder, 'calls'), FAILED: String(failed) };
  spawnSync('bash', ['-c', FAKES + code], { cwd: join(folder, 'clone'), env });
  return readFileSync(env.LOG, 'utf8').trim().split('\n');
}

const shellBlocks = blocks.filter(
  ({ file, language, code }) => PAGES.includes(file) && language === 'sh' && /\b(npm|git) /.test(code),
);

// A second installation after a failed one does no harm.
test.each(shellBlocks)(
  'the block at $file:$line changes only its folder, and nothing after a call that fails',
  ({ code }) => {
    const own = /\bcd /.test(code) ? 'your-service' : 'clone';
    const all = callsOf(code, 0);
    const harmful = all.flatMap((failed, index) =>
      callsOf(code, index + 1).filter((call, place) => {
        const [, command, folder] = CHANGE.exec(call) ?? [];
        return command !== undefined && (folder !== own || (place > index && !failed.startsWith(command)));
      }),
    );
    expect(harmful).toEqual([]);
    expect(all).not.toEqual(['']);
  },
);
