export { type Baseline, readBaseline } from './release/baseline.ts';
export { packageVersion } from './release/package-version.ts';
export { contractAt, contractIn, defaultRef } from './release/released-contract.ts';
export { formatShortVerdict } from './report/verdict-text.ts';
export { runDiff } from './run-diff.ts';
export { type Contract, compareContracts, type Verdict } from './verdict.ts';
