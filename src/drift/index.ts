export type { Drift } from './compare-response.js';
export type { Difference } from './difference.js';
export { driftReport } from './drift-report.js';
export { type DriftOptions, observeDrift } from './observe-drift.js';
