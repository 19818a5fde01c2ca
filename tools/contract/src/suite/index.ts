// A separate entry point, because only test files can import Vitest.

export { callOperation } from './operation-call.ts';
export { contractTests, declareTests } from './suite.ts';
export { liveTarget } from './targets/live-target.ts';
export { prismTarget } from './targets/prism-target.ts';
export { startSandboxTarget } from './targets/sandbox-target.ts';
