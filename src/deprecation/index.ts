export { observeDeprecation } from './observe-deprecation.js';
export type { OperationDeprecation } from './operation-deprecation.js';
