export {
  type Addresses,
  accessOf,
  addressesOf,
  clientDefaults,
  declaredScopes,
  isBearer,
  type OperationAccess,
  requiredScopes,
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
export { type NegativeCase, negativeCases } from './calls/negative-cases.ts';
export { type Api, findApi, projectRoot, readDocument, startFolder } from './document.ts';
export { checksOf, documentChecks } from './document-checks.ts';
export { documentedContent, documentedKey } from './documented-content.ts';
export { alternativesOf, composedSchemas, type FieldSchema, propertiesOf } from './field-schema.ts';
export { codeSpan, expressionOf, joined, quoted } from './formatting.ts';
export { groupBy } from './group-by.ts';
export { escapeKey, hasMembers, isObject, type JsonObject, keysOf, memberOf, objectIn, pointerTo } from './json.ts';
export { isJsonType, jsonOf, otherJsonType, sentType } from './media-type.ts';
export {
  HTTP_METHODS,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type ResponseObject,
} from './openapi-document.ts';
export { listOperations, type OperationEntry, operationFinder } from './operations.ts';
export { catalogueEntry } from './overview/catalogue-entry.ts';
export { formatScopes, operationTable, overviewOf, TABLE_END, TABLE_START } from './overview/document-overview.ts';
export { type PageParameters, pageParameters } from './page-parameters.ts';
export { hasValidName, isIgnored, withoutIgnoredParameters } from './parameter-support.ts';
export {
  beforeLastParameter,
  fillTemplate,
  literalSegments,
  parameterNames,
  templateOf,
  valuesInPath,
} from './path-template.ts';
export { positionsOf } from './positions-of.ts';
export { readDocumentFile } from './references/document-file.ts';
export { resolve, usedComponents } from './references/resolve.ts';
export { isReference, type Keys, keysIn, visitObjects } from './references/visit-references.ts';
export { plainName, singularOf } from './resources/list-shape.ts';
export type { OperationKind } from './resources/operation-kind.ts';
export { type DerivedOperation, deriveOperations, describingOperations, itemSchema } from './resources/resources.ts';
export { closestName, didYouMean } from './run-time/closest-name.ts';
export { compareResponse, isAdditional, isJson, isSameId, violations } from './run-time/compare-response.ts';
export { asCode, type Difference, differenceTable, driftReport, inLine, openDetails } from './run-time/difference.ts';
export type { CheckedBody, CheckedOperation } from './run-time/response-checks.ts';
export { isHost, secureUrl } from './run-time/secure-url.ts';
export { type SuccessContent, suggestedContent } from './run-time/success-content.ts';
export { discriminated } from './samples/discriminator.ts';
export { requestFields } from './samples/request-fields.ts';
export { firstExample, preferredMedia, type SampleCall, sampleCall, sampleResponse } from './samples/sample.ts';
export {
  allowsNull,
  CHOICES,
  commonTypes,
  isFlagged,
  ownTypes,
  type Reading,
  type SchemaNode,
  schemaIn,
  subschemasOf,
  typesOf,
  valuesOf,
} from './schema-view.ts';
export { listUnwritable, uncallable, unsendable } from './unsupported.ts';
export { createAjv } from './validation/ajv.ts';
export { explosivePatterns } from './validation/explosive-patterns.ts';
export { checkedFormat, DATE_TIME } from './validation/formats.ts';
export { compareFields, type Field } from './validation/schema-fields.ts';
export { type ResolveNode, undeclaredFields } from './validation/undeclared-fields.ts';
export { createValidators, validatorsOf, withPlaces } from './validation/validators.ts';
