#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { operations } from '#generated/operations.js';
import { runCommandLine } from './command-line.js';
import { EXIT } from './exit-status.js';

// Collect garbage early: V8 would let it grow to 500 MB in a job of a million ids.
setFlagsFromString('--optimize-for-size');

const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits immediately.
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new Error('interrupted'));
  });
}
const { env, stdin, stdout, stderr } = process;
// If the reader of a pipe exits or the terminal closes, the job continues: its journal and its exit status are still
// needed.
stderr.on('error', () => undefined);
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  stderr.write(`The results could not be written to stdout (${code}).\n`);
  process.exitCode ||= EXIT.failed;
});

const context = { env, stdin, stdout, stderr, signal: controller.signal };
const status = await runCommandLine(operations, process.argv.slice(2), context);
// If writing to stdout failed, the listener above has set `process.exitCode`, except for EPIPE. Use that status only if
// the command succeeded.
process.exitCode = status || process.exitCode || EXIT.done;
// After an interruption, a pending read of stdin would keep the process alive.
stdin.destroy();
