import { isObject } from 'tools-document';
import type { BuiltOperation, View } from '../built-document.js';
import type { Query } from './list.js';

/** Creates a function that keeps the fields of an item that the query selects. Fields that the schema requires stay. */
export function fieldSelection({ selection }: BuiltOperation, query: Query): (item: unknown, view: View) => unknown {
  const wanted = selection === undefined ? undefined : query[selection.fields];
  if (selection === undefined || wanted === undefined) return (item) => item;
  const names = [wanted].flat().flatMap((one) => String(one).split(','));
  const isExcluding = selection.include !== undefined && query[selection.include] === false;
  return (item, { required }) =>
    isObject(item)
      ? Object.fromEntries(
          Object.entries(item).filter(
            ([name]) => names.includes(name) !== isExcluding || Object.hasOwn(required, name),
          ),
        )
      : item;
}
