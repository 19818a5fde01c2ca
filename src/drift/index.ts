export { type Difference, type Drift, driftReport } from '../../tools/document/src/drift/difference.js';
export { type DriftOptions, observeDrift } from './observe-drift.js';
