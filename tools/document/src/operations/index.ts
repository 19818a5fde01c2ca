export { type Addresses, addressesOf, clientDefaults } from './addresses.ts';
export { catalogueEntry } from './catalogue-entry.ts';
export { type DerivedOperation, deriveOperations, describingOperations, itemSchema } from './derived-operations.ts';
export { foldedTable, formatScopes, operationTable, overviewOf, TABLE_END, TABLE_START } from './document-overview.ts';
export { documentedContent, documentedKey } from './documented-content.ts';
export { isJsonType, jsonOf, otherJsonType, sentType } from './media-type.ts';
export { plainName, singularOf } from './name-forms.ts';
export type { OperationKind } from './operation-kind.ts';
export { listOperations, type OperationEntry, operationFinder } from './operations.ts';
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
export { accessOf, declaredScopes, isBearer, type OperationAccess, requiredScopes } from './security.ts';
export { listUnwritable, uncallable, unsendable, unsupportedFeature } from './unsupported.ts';
