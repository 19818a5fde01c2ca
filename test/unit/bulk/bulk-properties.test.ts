import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type RunEvent, type RunPlan, recorded, SIMULATED_RESULTS, simulateRun, type World } from './simulated-runs.ts';

/** A fixed seed makes each failure reproducible. */
const SEED = 20_260_111;
const TEST_TIMEOUT_MS = 60_000;

const event: fc.Arbitrary<RunEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('next' as const, 'written' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('settle' as const),
      nth: fc.nat(7),
      // Most calls succeed: a run that stops early has few events.
      result: fc.oneof({ weight: 20, arbitrary: fc.constant('ok' as const) }, fc.constantFrom(...SIMULATED_RESULTS)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('clock' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('full' as const), bytes: fc.nat(60) }) },
);

const runPlan: fc.Arbitrary<RunPlan> = fc.record({
  concurrency: fc.integer({ min: 1, max: 6 }),
  isAsync: fc.boolean(),
  resend: fc.boolean(),
  events: fc.array(event, { maxLength: 60 }),
  end: fc.oneof(
    fc.record({ type: fc.constant('crash' as const), bytes: fc.nat(60) }),
    fc.record({ type: fc.constantFrom('break' as const, 'abort' as const) }),
  ),
});

/** A run in which every call succeeds. */
const LAST_RUN: RunPlan = { concurrency: 3, isAsync: false, resend: false, events: [], end: { type: 'finish' } };

test(
  'bulk with a journal finishes every item once, even if runs fail, crash or are aborted, and if the clock jumps',
  async () => {
    // The real function needs another thread, so the test could not detect that a run has no work left.
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_algorithm, data) => {
      const { buffer } = new Uint8Array(
        createHash('sha256')
          .update(data as Uint8Array)
          .digest(),
      );
      return buffer;
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(25), fc.array(runPlan, { maxLength: 6 }), async (count, plans) => {
        // Some items are equal, apart from the index, which the simulated calls need.
        const items = Array.from({ length: count }, (_, index) => `${index}:item ${index % 3}`);
        const world: World = { items, disk: '', yielded: [], violations: [] };
        for (const plan of plans) await simulateRun(world, plan);
        const beforeLast = new Set(recorded(world));
        await simulateRun(world, LAST_RUN);
        expect(world.violations).toEqual([]);
        expect(recorded(world).toSorted((a, b) => a - b)).toEqual([...items.keys()]);
        expect(world.yielded).toHaveLength(new Set(world.yielded).size);
        // The last run has no crash, so it yields each item that it finishes.
        expect(world.yielded).toEqual(
          expect.arrayContaining([...items.keys()].filter((index) => !beforeLast.has(index))),
        );
      }),
      { seed: SEED, numRuns: 300 },
    );
  },
  TEST_TIMEOUT_MS,
);
