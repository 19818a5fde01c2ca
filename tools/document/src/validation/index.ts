export { createAjv } from './ajv.ts';
export { checksOf, documentChecks } from './document-checks.ts';
export { explosivePatterns } from './explosive-patterns.ts';
export { checkedFormat, DATE_TIME } from './formats.ts';
export { compareFields, type Field } from './schema-fields.ts';
export { type ResolveNode, undeclaredFields } from './undeclared-fields.ts';
export { createValidators, type Direction, validatorsOf, withPlaces } from './validators.ts';
