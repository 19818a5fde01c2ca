/**
 * The kind of an operation: its effect on a resource.
 *
 * - `list`, `create`, `read`, `update` (merges the body), `replace`, `delete`: for a collection and its items
 * - `deleteAll`: for all items of a collection
 * - `add`, `remove`: for the items that the request body lists, as in `{ "roles": ["rol_1"] }`
 * - `readSingleton`, `updateSingleton`, `replaceSingleton`, `createSingleton`, `deleteSingleton`: for a
 *   singleton, which has no id
 * - `sample`: for an operation whose effect cannot be derived; the sandbox keeps no state for it
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
