export { type Difference, type Drift, driftReport } from '../../common/difference.js';
export type { CheckedOperation } from '../../common/response-checks.js';
export { type DriftOptions, observeDrift } from './observe-drift.js';
