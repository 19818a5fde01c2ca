export { observeDeprecation } from './observe-deprecation.js';
export type { OperationDeprecation } from './read-deprecation.js';
