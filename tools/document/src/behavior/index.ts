export { behaviorFileOf, parseBehavior, readBehavior } from './behavior.ts';
export type {
  ApiFailure,
  Behavior,
  BundledBehavior,
  OperationBehavior,
  Statuses,
  TokenFailure,
} from './behavior-schema.ts';
export { type BundledValidator, formatProblem, type Problem, problemOf, type SchemaError } from './problem.ts';
export { parseYaml } from './yaml-file.ts';
