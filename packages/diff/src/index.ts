export type { Audience, Bump, Change } from './change.ts';
export { brokenLines, type ConsumerErrors } from './consumer/consumer.ts';
export { matchOperations } from './match-operations.ts';
export { type Baseline, readBaseline } from './release/baseline.ts';
export { packageVersion } from './release/package-version.ts';
export { checkRelease, packageBump } from './release/release-check.ts';
export {
  contractAt,
  contractIn,
  contractOf,
  defaultRef,
  lastRelease,
  releaseTags,
} from './release/released-contract.ts';
export { BUMPS, reaches } from './report/change-list.ts';
export { resultsPage } from './report/results-page.ts';
export type { Versions } from './report/verdict-lines.ts';
export { CONSUMER_FORMATS, FORMATS, formatConsumer, formatShortVerdict, formatVerdict } from './report/verdict-text.ts';
export { type Contract, compareContracts, type Verdict } from './verdict.ts';
