export { type Difference, type Drift, driftReport } from '../../packages/document/src/drift/difference.js';
export { type DriftOptions, observeDrift } from './observe-drift.js';
