/**
 * The kind of an operation: its effect on a resource.
 *
 * - `list`, `create`, `read`, `update` (merges the body), `replace`, `delete`: for a collection and its items
 * - `deleteAll`: for all items of a collection
 * - `add`, `remove`: for the items that the request body lists, as in `{ "roles": ["rol_1"] }`
 * - `readSingleton`, `updateSingleton`, `replaceSingleton`, `createSingleton`, `deleteSingleton`: without an id
 * - `sample`: for an operation whose effect cannot be derived, so it has no state
 */
export type OperationKind =
  | 'list'
  | 'create'
  | 'read'
  | 'update'
  | 'replace'
  | 'delete'
  | 'deleteAll'
  | 'add'
  | 'remove'
  | 'readSingleton'
  | 'updateSingleton'
  | 'replaceSingleton'
  | 'createSingleton'
  | 'deleteSingleton'
  | 'sample';
