export {
  type Addresses,
  accessOf,
  addressesOf,
  declaredScopes,
} from './access.ts';
export { behaviorFileOf, parseBehavior, readBehavior } from './behavior/behavior.ts';
export type {
  ApiFailure,
  Behavior,
  BundledBehavior,
  OperationBehavior,
  Statuses,
  TokenFailure,
} from './behavior/behavior-schema.ts';
export { formatProblem, type Problem, problemOf, type SchemaError, type Validate } from './behavior/problem.ts';
export { parseYaml } from './behavior/yaml-file.ts';
export { type CallArguments, callArguments, callCode } from './calls/call-code.ts';
export { expressionOf } from './calls/expression.ts';
export { clientDefaults } from './client-defaults.ts';
export {
  type Api,
  documentedKey,
  findApi,
  HTTP_METHODS,
  jsonOf,
  listOperations,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  type Parameter,
  projectRoot,
  type ResponseObject,
  readDocument,
  requiredScopes,
  startFolder,
} from './document.ts';
export { documentedContent, type SuccessContent } from './documented-content.ts';
export { compareResponse, isJson } from './drift/compare-response.ts';
export {
  asCode,
  type Difference,
  differenceTable,
  driftReport,
  inLine,
  openDetails,
} from './drift/difference.ts';
export { checksOf, documentChecks } from './drift/document-checks.ts';
export { groupBy } from './group-by.ts';
export { joined } from './joined-words.ts';
export { hasMembers, isObject, type JsonObject } from './json-object.ts';
export { escapeKey, keysOf, pointerTo } from './json-pointer.ts';
export { linesOf } from './lines-of.ts';
export { isJsonType, otherJsonType, sentType } from './media-type.ts';
export { operationFinder } from './operation-finder.ts';
export { catalogueEntry } from './overview/catalogue-entry.ts';
export { codeSpan } from './overview/code-span.ts';
export { overviewOf } from './overview/document-overview.ts';
export { formatScopes, operationTable, TABLE_END, TABLE_START } from './overview/operation-table.ts';
export { hasValidName } from './parameter-support.ts';
export {
  beforeLastParameter,
  fillTemplate,
  literalSegments,
  parameterNames,
  templateOf,
} from './path-template.ts';
export { quoted } from './quoted.ts';
export { documentFiles, readDocumentFiles } from './references/document-files.ts';
export { withoutIgnoredParameters } from './references/ignored-parameters.ts';
export { resolve } from './references/resolve.ts';
export { usedComponents } from './references/used-components.ts';
export { hasNames } from './references/visit-references.ts';
export { alternativesOf, plainName, propertiesOf, type ShapeSchema } from './resources/list-shape.ts';
export type { OperationKind } from './resources/operation-kind.ts';
export {
  type DerivedOperation,
  deriveOperations,
  describingOperations,
  itemSchema,
} from './resources/resources.ts';
export { singularOf } from './resources/singular.ts';
export {
  firstExample,
  isIgnored,
  preferredMedia,
  type SampleCall,
  sampleCall,
  sampleResponse,
} from './samples/sample.ts';
export { listUnwritable, uncallable } from './unsupported.ts';
export { checkedFormat, createAjv } from './validation/ajv.ts';
export { explosivePatterns } from './validation/explosive-patterns.ts';
export { type NegativeCase, negativeCases } from './validation/negative-cases.ts';
export { compareFields, composedSchemas, type Field, type FieldSchema } from './validation/schema-fields.ts';
export { type ResolveNode, undeclaredFields } from './validation/undeclared-fields.ts';
export { createValidators, type Direction, isExcluded, validatorsOf } from './validation/validators.ts';
