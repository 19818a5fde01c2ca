// Tests the questions for missing settings of a tenant, with streams that look like a terminal.
import { expect, test } from 'vitest';
import { canAsk } from '../src/command-context.ts';
import { DELETE, startTenant } from './run-cli.ts';
import { runInTerminal } from './terminal.ts';

test('the question for a client id shows the answer, and the question for a client secret hides the answer', async () => {
  const { sandbox, folder } = await startTenant({ enrollments: [{ id: 'dev_1' }] });
  const { status, printed } = await runInTerminal(
    [...DELETE, 'dev_1', '--yes'],
    { TENANT_BASE_URL: sandbox.baseUrl, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder },
    { 'Client id': 'sandbox-client', 'Client secret': 'sandbox-secret' },
  );
  expect(printed).toContain('sandbox-client');
  expect(printed).not.toContain('sandbox-secret');
  expect(status).toBe(0);
});

test('the question for the host name is asked again after an answer that is not a host name', async () => {
  const [wrong, right] = ['http://acme.example.com/x', `${'\b'.repeat(25)} beta.example.com `];
  const answers = { 'Host name': wrong, 'It must be a host name': right, 'Client id': '\u0003' };
  const { status, printed } = await runInTerminal([...DELETE, 'dev_1', '--yes'], {}, answers);
  expect(printed).toMatch(/\n beta\.example\.com \n.*Interrupted\. Nothing was sent\./s);
  expect(status).toBe(130);
});

test.each([
  ['true if stdin and stderr are terminals', {}, {}, true],
  ['false if stdin is not a terminal', { isTTY: undefined }, {}, false],
  ['false if stderr is not a terminal', {}, { isTTY: undefined }, false],
  ['false if stdin was read to its end', { readableEnded: true }, {}, false],
])('canAsk() returns %s', (_title, stdin, stderr, expected) => {
  const context = { stdin: { isTTY: true, ...stdin }, stderr: { isTTY: true, ...stderr } };
  expect(canAsk(context as never)).toBe(expected);
});
