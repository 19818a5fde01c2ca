import { availableParallelism } from 'node:os';

/** Options of all test projects. If projects of several configurations run together, `maxWorkers` must be the same. */
export const limits = {
  // More workers than cores, because many tests wait for other processes and for servers on loopback.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Long enough for a machine with thirty times its normal load. The tests of deadlines use fake time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Values in titles are sentences, which Vitest cuts off after 40 characters by default.
  taskTitleValueFormatTruncate: 120,
};

/** Test files share a worker, which is faster. The other options undo the replacements that a test makes. */
export const sharedWorkers = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };
