// Tests when the command line can ask the user a question.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { canAsk } from '../src/context.ts';

/** Creates a context whose streams are terminals, unless `stdin` and `stderr` say otherwise. */
const contextWith = ({ stdin = {}, stderr = {} }: { readonly stdin?: object; readonly stderr?: object }) => ({
  env: {},
  stdin: Object.assign(new PassThrough(), { isTTY: true }, stdin),
  stdout: new PassThrough(),
  stderr: Object.assign(new PassThrough(), { isTTY: true }, stderr),
  signal: new AbortController().signal,
});

test.each([
  ['returns true if stdin and stderr are terminals', {}, true],
  ['returns false if stdin is not a terminal', { stdin: { isTTY: undefined } }, false],
  ['returns false if stderr is not a terminal', { stderr: { isTTY: undefined } }, false],
])('canAsk() %s', (_title, streams, expected) => {
  expect(canAsk(contextWith(streams))).toBe(expected);
});

test('canAsk() returns false if stdin was read to its end', async () => {
  const context = contextWith({});
  context.stdin.end();
  await context.stdin.toArray();
  expect(canAsk(context)).toBe(false);
});
