import { isObject } from 'tools-document/model';
import type { BundledOperation } from '../bundled-document.js';
import { apiFailure, type SandboxResponse } from '../response.js';
import type { CallValues, Engine, OperationRules, ResourceCall } from './call.js';
import {
  createdItem,
  elementItem,
  fieldsOf,
  implicitItem,
  itemKey,
  mergedItem,
  newId,
  prefixOf,
  replacedItem,
  SINGLETON,
} from './items.js';
import { type ItemEntry, isSelected, listBody, matches } from './list.js';
import { responseItem } from './response-item.js';

/** Performs an operation on the state, and returns the response of the operation. */
export function perform(
  engine: Engine,
  operation: BundledOperation,
  rules: OperationRules,
  values: CallValues,
): SandboxResponse {
  const resource = engine.resources[operation.resource ?? ''];
  const items = engine.state[operation.resource ?? ''];
  if (resource === undefined || items === undefined) return success({ operation, rules });
  const outerValues = operation.outerNames.map((name) => values.path[name] ?? '');
  const id = operation.idParameter === undefined ? SINGLETON : (values.path[operation.idParameter] ?? '');
  return performOnItems({ ...engine, ...values, operation, rules, resource, items, outerValues, id });
}

function performOnItems(call: ResourceCall): SandboxResponse {
  const { operation, resource, items, outerValues, id } = call;
  const key = itemKey(outerValues, id);
  const current = items.get(key) ?? implicitItem(call);
  switch (operation.kind) {
    case 'list':
      return success(
        call,
        listBody(operation, entriesOf(call), call.query, (item, fields) => responseItem(call, item, fields)),
      );
    case 'create':
      return create(call);
    case 'read':
    case 'readSingleton':
      return current === undefined ? missingResponse(call) : success(call, shownBody(call, current));
    case 'update':
    case 'updateSingleton':
      return current === undefined ? missingResponse(call) : store(call, key, mergedItem(call, current));
    case 'replace':
    case 'replaceSingleton':
    case 'createSingleton':
      return current === undefined && operation.kind === 'replace' && resource.hasCreate
        ? missingResponse(call)
        : store(call, key, replacedItem(call, current));
    case 'delete':
    case 'deleteSingleton':
      if (current === undefined) return missingResponse(call);
      removeItem(call, key, id);
      return success(call, shownBody(call, current));
    case 'deleteAll':
      for (const [one, item] of entriesOf(call))
        if (isSelected(operation, item, call.query)) removeItem(call, one, one.slice(prefixOf(outerValues).length));
      return success(call);
    case 'add':
      for (const element of elementsOf(call)) items.set(elementKey(call, element), elementItem(call, element));
      return success(call);
    case 'remove':
      for (const element of elementsOf(call)) items.delete(elementKey(call, element));
      return success(call);
    default:
      return success(call);
  }
}

/** Returns the successful response. Without `body`, it has the sample of the documented content, if any. */
function success({ operation: { content }, rules }: Pick<ResourceCall, 'operation' | 'rules'>, body?: unknown) {
  const { status } = rules;
  if (content === undefined) return { status, ...(rules.showsItem && { body }) };
  const value = body === undefined || !content.isJson ? content.sample : body;
  // The server sends a string unchanged, so write a JSON string as JSON here.
  const text = content.isJson && typeof value === 'string' ? JSON.stringify(value) : value;
  const headers = { 'Content-Type': content.mediaType };
  return { status, body: text, ...(content.mediaType === 'application/json' ? {} : { headers }) };
}

/** Returns the response if the item does not exist. */
function missingResponse(call: ResourceCall): SandboxResponse {
  const { status, message = 'Not found', errorCode } = call.rules.missing;
  if (status === call.rules.status) return success(call);
  return status < 300 ? { status } : apiFailure({ status, message, ...(errorCode && { errorCode }) });
}

/** Returns the body with an item; `undefined` if the response does not show the item. */
function shownBody(call: ResourceCall, item: unknown): unknown {
  const { content } = call.operation;
  const isShown = content?.responseFields !== undefined || (content === undefined && call.rules.showsItem);
  return isShown ? responseItem(call, item, content?.responseFields) : undefined;
}

/** Returns the items below the outer item. */
function entriesOf({ items, outerValues }: ResourceCall): ItemEntry[] {
  const prefix = prefixOf(outerValues);
  return [...items].filter(([key]) => key.startsWith(prefix));
}

function create(call: ResourceCall): SandboxResponse {
  const { resource, items, outerValues, rules } = call;
  const body = fieldsOf(call.body);
  const given = resource.idField === undefined || resource.isIdReadOnly ? undefined : body[resource.idField];
  const isTaken = (id: string) => items.has(itemKey(outerValues, id));
  const hasId = typeof given === 'string' || typeof given === 'number';
  const id = hasId ? String(given) : newId(resource.id, isTaken);
  const isUsed = rules.unique.some(
    (name) => body[name] !== undefined && entriesOf(call).some(([, item]) => matches(item, name, body[name])),
  );
  if ((hasId && isTaken(id)) || isUsed) return apiFailure(call.conflict);
  return store(call, itemKey(outerValues, id), createdItem(call, id));
}

function store(call: ResourceCall, key: string, item: unknown): SandboxResponse {
  call.items.set(key, item);
  return success(call, shownBody(call, item));
}

/** Removes an item, the items below it, and the items that the behavior file names. */
function removeItem({ resource, items, outerValues, state, rules }: ResourceCall, key: string, id: string): void {
  items.delete(key);
  const below = prefixOf([...outerValues, id]);
  for (const child of resource.children)
    for (const one of [...(state[child]?.keys() ?? [])]) if (one.startsWith(below)) state[child]?.delete(one);
  if (rules.effect === undefined) return;
  const { removes, field } = rules.effect;
  for (const [one, item] of state[removes] ?? []) if (matches(item, field, id)) state[removes]?.delete(one);
}

/** Returns the elements that a body adds to a list or removes from it. */
function elementsOf({ operation, body }: ResourceCall): unknown[] {
  const list = fieldsOf(body)[operation.elementsProperty ?? ''];
  return Array.isArray(list) ? list : [];
}

function elementKey({ resource: { idField, keyFields }, outerValues }: ResourceCall, element: unknown): string {
  if (!isObject(element)) return itemKey(outerValues, String(element));
  const own = idField === undefined ? undefined : element[idField];
  const fields = (keyFields ?? Object.keys(element)).map((name) => String(element[name]));
  return itemKey(outerValues, String(own ?? fields.join(',')));
}
