export { type Difference, type Drift, driftReport } from '../../tools/document/src/bundled/difference.js';
export { type DriftOptions, observeDrift } from './observe-drift.js';
