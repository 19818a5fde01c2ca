// A separate entry point, because only test files can import Vitest.

export { contractTests, declareTests } from './suite.ts';
export { liveTarget } from './targets/live-target.ts';
export { prismTarget } from './targets/prism-target.ts';
export { startSandboxTarget } from './targets/sandbox-target.ts';
export { callOperation } from './tested-client.ts';
