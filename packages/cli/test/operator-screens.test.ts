// Checks the screens in docs/reset-many-users.md: runs the command of the page in a terminal, with Ctrl-C and an outage.
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { blocks } from '../../../test/docs/markdown-pages.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { DELETE, enrollments, OPERATION, startTenant } from './run-cli.ts';
import { runInTerminal } from './terminal.ts';

const page = blocks.filter(({ file }) => file === 'docs/reset-many-users.md');
const [csv = '', dryRun = ''] = page.map(({ code }) => code);

/** The parts of a screen that differ from run to run, each with the page's value. */
const PAGE_VALUES: readonly (readonly [RegExp, string])[] = [
  [/http:[^\s,]+/g, 'acme.example.com'],
  [/\/\S+(?=\/tenant-management\/)/, '/home/ada/.local/state'],
  [/[0-9a-f]{16}(?=\.journal)/, '…'],
  [/[\d.]+ per second, .* left/, '9.8 per second, 20 s left'],
  [/\d+ waiting, (.* for) .*, (.* in) .*/, '16 waiting, $1 9 s, $2 6 s'],
];

/** After an edit of the document, the page can have a command that the fixture does not have. */
const isOfFixture = dryRun.includes(` ${DELETE.join(' ')} `);

test.skipIf(!isOfFixture)(
  'the page for many users shows the screens of a terminal at the confirmation, Ctrl-C, the next run and an outage',
  async () => {
    const ids = [csv.trim().split(',').at(-1) ?? '', ...Array.from({ length: 499 }, (_, index) => `dev_${index + 2}`)];
    const client = { clientId: 'help-desk', clientSecret: 'help-desk-secret' };
    const { sandbox, folder } = await startTenant({ clients: [client], ...enrollments(ids) });
    const file = join(temporaryFolder({ 'ids.csv': `id\n${ids.join('\n')}` }), 'ids.csv');
    const command = dryRun
      .replace('--domain acme.example.com', `--base-url ${sandbox.baseUrl}`)
      .replace('ids.csv', file);
    const run = async (onScreen: Parameters<typeof runInTerminal>[3]) => {
      const args = command.trim().split(' ').slice(1, -1);
      const answers = { 'Client secret': client.clientSecret, 'Type yes': 'yes' };
      return (await runInTerminal(args, { XDG_STATE_HOME: folder }, answers, onScreen)).screen;
    };
    const fail = (kind: 'stall' | 500) =>
      sandbox.fail({ operation: OPERATION, with: kind, times: Number.POSITIVE_INFINITY });

    // In other terminals, the library draws other symbols.
    vi.stubEnv('TERM', 'xterm');
    let confirmed = '';
    sandbox.fail({ operation: OPERATION, with: 'pass', times: 312 });
    const stall = fail('stall');
    const interrupted = await run((screen, interrupt) => {
      if (confirmed !== '' || !screen.includes('\n312 of ')) return;
      confirmed = screen;
      // The calls in flight get no response, so the command aborts them after five seconds.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      interrupt();
      vi.advanceTimersByTime(5_000);
      vi.useRealTimers();
    });
    stall.remove();
    let paused = '';
    const outage = fail(500);
    const resumed = await run((screen) => {
      if (paused !== '' || !screen.includes('next attempt')) return;
      paused = screen;
      outage.remove();
    });

    const screens = [
      confirmed,
      interrupted.slice(interrupted.indexOf('Stopping')),
      resumed.slice(resumed.indexOf('◇  Delete')),
      paused.slice(paused.indexOf('312 of')),
    ].map((screen) => PAGE_VALUES.reduce((text, value) => text.replace(...value), screen));
    const message = `the page must show:\n\n${screens.map((screen) => `\`\`\`terminal\n${screen}\`\`\`\n`).join('\n')}`;
    expect(
      page.flatMap(({ language, code }) => (language === 'terminal' ? code : [])),
      message,
    ).toEqual(screens);
  },
);
