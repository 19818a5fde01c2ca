// Checks the commands in docs/reset-one-user.md and docs/reset-many-users.md, which call /guardian/enrollments/{id}. Build
// the sandbox and the command line first.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../support/started-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { blocks, hasOtherDocument, projectRoot } from './markdown-pages.ts';

const helpDeskBlocks = blocks.filter(({ file }) => file.startsWith('docs/reset-'));
const program = (name: string) => join(projectRoot, `packages/${name}/dist/cli.js`);
/** The URL of the sandbox on the page. */
const ADDRESS = 'http://127.0.0.1:4020';

test('each command for the help desk is one line without quotes and variables, which bash, PowerShell and cmd read alike', () => {
  const commands = helpDeskBlocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
  expect(commands).not.toEqual([]);
  expect(commands.filter((code) => !/^(tenant-management(-sandbox)?( [\w.:/-]+)+\n)+$/.test(code))).toEqual([]);
});

test.skipIf(hasOtherDocument)(
  'the commands of "Practise on a sandbox" in docs/reset-many-users.md reset users of a sandbox, which prints what it shows',
  async () => {
    const [seed = '', start = '', printed = '', ids = '', commands = ''] = helpDeskBlocks
      .slice(helpDeskBlocks.findIndex(({ language }) => language === 'yaml'))
      .map(({ code }) => code);
    const cwd = temporaryFolder({ 'seed.yaml': seed, 'ids.csv': ids });
    const args = [program('sandbox'), ...start.trim().split(' ').slice(1), '--port', '0'];
    const { child, printed: prints, output } = startProcess(process.execPath, args, { cwd });
    onTestFinished(() => void child.kill());
    const [, address = ''] = await prints(/listens on (\S+)[\s\S]*Ctrl-C/);
    const lines = output().replaceAll(address, ADDRESS).split('\n');
    expect(lines).toEqual(expect.arrayContaining(printed.trimEnd().split('\n')));
    // In place of the executable, a function runs the built command, and answers its questions.
    const command = `tenant-management() { "${process.execPath}" "${program('cli')}" "$@" --yes 2>&1; }`;
    const env = { ...process.env, TENANT_CLIENT_SECRET: /secret (\S+)/.exec(printed)?.[1], XDG_STATE_HOME: cwd };
    const script = `${command}\n${commands.replaceAll(ADDRESS, address)}`;
    const results = execFileSync('bash', ['-e', '-c', script], { cwd, env, encoding: 'utf8' });
    expect(results.match(/\d deleted.*/g)).toEqual([
      '1 deleted, 0 missing, 0 failed',
      '2 deleted, 0 missing, 0 failed',
    ]);
  },
);
