export type { Contract } from './contract.ts';
export { formatShortVerdict } from './format/verdict-text.ts';
export { packageVersion } from './release/release-check.ts';
export { type Baseline, contractAt, contractIn, defaultRef, readBaseline } from './release/released-contract.ts';
export { runDiff } from './run-diff.ts';
export { compareContracts, type Verdict } from './verdict.ts';
