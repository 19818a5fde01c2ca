export { type Difference, type Drift, driftReport } from '../../tools/document/src/run-time/difference.js';
export type { CheckedOperation } from '../../tools/document/src/run-time/response-checks.js';
export { type DriftOptions, observeDrift } from './observe-drift.js';
