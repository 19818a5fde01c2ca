#!/usr/bin/env node
import { EXIT } from './exit-status.js';
import { operations } from './generated/operations.js';
import { run } from './run.js';

const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits immediately.
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new Error('interrupted'));
  });
}
// If the reader of a pipe exits or the terminal closes, the job continues: its journal and its exit status are still
// needed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const { env, stdin, stdout, stderr } = process;
const context = { env, stdin, stdout, stderr, signal: controller.signal };
process.exitCode = await run(operations, process.argv.slice(2), context);
// After an interruption, a pending read of stdin would keep the process alive.
stdin.destroy();
