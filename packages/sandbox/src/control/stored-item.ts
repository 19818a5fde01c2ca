import { formatProblem } from 'tools-document';
import type { BuiltResource } from '../built-document.js';
import { resources } from '../document-facts.js';
import { checkSeed } from '../seed/seed.js';

/**
 * Checks an item against the schema of its resource, and adds the id if the item does not have it.
 *
 * @param key Key of the resource.
 * @param itemKey Key of the item: its id, after the outer parameters.
 * @throws TypeError If the item is not valid. The message names the field.
 */
export async function storedItem(key: string, itemKey: string, body: object): Promise<object> {
  const resource = resources[key];
  if (resource === undefined) return body;
  const idField = idFieldOf(resource);
  const id = itemKey.split('/').slice(resource.outerValues.length).join('/');
  const item: Readonly<Record<string, unknown>> = idField === undefined ? { ...body } : { [idField]: id, ...body };
  if (idField !== undefined && String(item[idField]) !== id) {
    throw new TypeError(`${idField} must equal the id in the path`);
  }
  const items = idField === undefined ? { [itemKey]: item } : [item];
  const [problem] = await checkSeed({ resources: { [key]: items } });
  if (problem === undefined) return item;
  // Omit the start of the path, which is the place of the item in the seed.
  throw new TypeError(formatProblem('the item', { ...problem, path: problem.path.slice(3) }));
}

/** Returns the name of the field that contains the id of an item; `undefined` if the items of a resource have no id. */
function idFieldOf({ isSingleton, idField, sample }: BuiltResource): string | undefined {
  const isIdShown = Object.hasOwn(Object(sample), 'id');
  return isSingleton ? undefined : (idField ?? (isIdShown ? 'id' : undefined));
}
