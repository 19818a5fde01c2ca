import { isObject } from 'tools-document/model';
import type { BundledOperation, ResponseFields, WriteOnlyByIndex } from '../bundled-document.js';
import type { ResourceCall } from './call.js';
import type { Query } from './list.js';

/** Returns an item as the response to a call contains it. */
export function responseItem(
  { operation, query, resource }: ResourceCall,
  item: unknown,
  fields?: ResponseFields,
): unknown {
  const readable = withoutWriteOnly(item, resource.writeOnly);
  return fields === undefined ? readable : selectFields(operation, query, withResponseFields(readable, fields), fields);
}

/** Omits fields that a response does not allow, and adds those that it requires. A value without fields stays the same. */
export function withResponseFields(item: unknown, responseFields: ResponseFields): unknown {
  if (Array.isArray(item)) return item.map((one) => withResponseFields(one, responseFields));
  if (!isObject(item)) return item;
  const { allowed, required, nested = {} } = responseFields;
  const isShown = (name: string) => allowed?.includes(name) ?? true;
  const absent = Object.entries(required).filter(([name]) => item[name] === undefined || !isShown(name));
  const shown = Object.entries(item)
    .filter(([name]) => isShown(name))
    .map(([name, value]) => {
      const inner = Object.hasOwn(nested, name) ? nested[name] : undefined;
      return [name, inner === undefined ? value : withResponseFields(value, inner)];
    });
  // Object.fromEntries creates an own property even for the name `__proto__`.
  return Object.fromEntries([...shown, ...absent]);
}

export function withoutWriteOnly(value: unknown, writeOnly: WriteOnlyByIndex = {}, index = 0): unknown {
  const fields = writeOnly[index];
  if (fields === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => withoutWriteOnly(one, writeOnly, index));
  if (!isObject(value)) return value;
  const { hidden, values, nested } = fields;
  const entries = Object.entries(value).filter(([name]) => !hidden.includes(name));
  const shown = entries.map(([name, inner]) => {
    const only = Object.hasOwn(values, name) ? values[name] : undefined;
    if (only !== undefined && !only.includes(inner)) return [name, only[0]];
    return [name, withoutWriteOnly(inner, writeOnly, Object.hasOwn(nested, name) ? nested[name] : -1)];
  });
  return Object.fromEntries(shown);
}

/** Returns the fields of an item that the query selects. Fields that the schema requires stay. */
function selectFields({ selection }: BundledOperation, query: Query, item: unknown, { required }: ResponseFields) {
  const wanted = selection === undefined ? undefined : query[selection.fields];
  if (selection === undefined || wanted === undefined || !isObject(item)) return item;
  const names = [wanted].flat().flatMap((one) => String(one).split(','));
  const isExcluding = selection.include !== undefined && query[selection.include] === false;
  const isFieldSelected = (name: string) => names.includes(name) !== isExcluding || Object.hasOwn(required, name);
  return Object.fromEntries(Object.entries(item).filter(([name]) => isFieldSelected(name)));
}
