export { escapeKey, hasMembers, isObject, type JsonObject, keysOf, memberOf, objectIn, pointerTo } from './json.ts';
export {
  METHOD_KEYS,
  type MediaType,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type ResponseObject,
  type ServerObject,
} from './openapi-document.ts';
export { positionsOf } from './positions-of.ts';
export { resolve, usedComponents } from './resolve.ts';
export { isReference, type Keys, keysIn, visitObjects } from './visit-references.ts';
