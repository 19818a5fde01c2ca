// Makes the same calls with the packed client on each runtime: `npm run test:runtimes`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlePrograms } from './bundle-programs.ts';
import { startControlServer } from './control-server.ts';
import type { Runtime } from './runtime.ts';
import { runtimes } from './runtimes.ts';
import { type Situation, situations } from './situation.ts';

/** Ends a runtime that hangs. The slowest runtime needs a tenth of this time. */
const LIMIT_MS = 120_000;

let folder = '';
let script = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenant-management-runtimes-'));
  script = await bundlePrograms(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test.for(runtimes)('the packed client passes the smoke test and all calls on $name', async (runtime, { skip }) => {
  const control = await startControlServer(situations, { script, hasFiles: runtime.hasFiles });
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const isInstalled = await runtime.run({ folder, control: control.origin, signal });
    // In CI, a missing runtime fails the test.
    if (!isInstalled && !process.env['CI']) skip(`${runtime.name} is not installed`);
  } finally {
    await control.close();
  }
  for (const [index, situation] of situations.entries())
    expect.soft(control.observations[index], situation.title).toEqual(expectedCall(situation, runtime));
});

/** Returns what a call must do. No call may send a request to another origin, or have a secret in its error. */
function expectedCall({ subject, row }: Situation, { hidesRedirects }: Runtime): object {
  const { api = [], token = [], expected } = row;
  const isHidden = hidesRedirects && subject.startsWith('redirect');
  // On a busy machine, a call can time out before it sends its request.
  const mayBeUnsent = subject === 'timeout';
  return {
    outcome: isHidden ? { ...expected, status: 0, message: expect.stringMatching(/redirect not followed/i) } : expected,
    leaks: false,
    apiRequests: mayBeUnsent ? expect.any(Number) : api.length,
    tokenRequests: mayBeUnsent ? expect.any(Number) : token.length,
    requestsToOtherOrigin: 0,
  };
}
