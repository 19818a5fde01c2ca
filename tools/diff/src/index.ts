export type { Contract } from './contract.ts';
export { formatShortVerdict } from './format/verdict-text.ts';
export { type Baseline, readBaseline } from './release/baseline.ts';
export { packageVersion } from './release/release-check.ts';
export { contractAt, contractIn, defaultRef } from './release/released-contract.ts';
export { runDiff } from './run-diff.ts';
export { compareContracts, type Verdict } from './verdict.ts';
