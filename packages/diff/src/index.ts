export type { Bump, Change } from './change.ts';
export { BUMPS } from './change-list.ts';
export { brokenLines, type ConsumerErrors } from './consumer.ts';
export { matchOperations } from './match-operations.ts';
export { checkRelease, packageBump } from './release-check.ts';
export { contractAt, contractIn, defaultRef, lastRelease } from './released-contract.ts';
export { resultsPage } from './results-page.ts';
export { type Contract, compareContracts, type Verdict } from './verdict.ts';
export { FORMATS, formatConsumer, formatShortVerdict, formatVerdict } from './verdict-text.ts';
