import { isObject } from 'tools-document/model';
import type { Aliases, IdFields, Resources } from '#generated/resources.js';
import type { BundledResource, ResponseFields } from '../bundled-document.js';
import { aliases, resources } from '../document.js';
import type { TenantState } from '../engine/call.js';
import { itemKey } from '../engine/items.js';

/**
 * The items of each resource by its key, such as `users/roles`. The key of an item is its id, after the encoded outer
 * path parameters: `usr_1/rol_1`. A singleton has the key `singleton`.
 */
export type ResourceMaps = { readonly [Key in keyof Resources]: Map<string, Resources[Key]> };

/** The items of the resources that have an alias, by alias. */
export type AliasMaps = { readonly [Alias in keyof Aliases]: ResourceMaps[Aliases[Alias]] };

/** A list of items, each with its id, or an object with the items by key. */
export type SeedItems<Item> = readonly Item[] | Readonly<Record<string, Item>>;

/** An initial item: only its id is required. The sandbox adds the other fields that the document requires. */
type SeedItem<Key extends keyof Resources> = Partial<Resources[Key]> &
  Pick<Resources[Key], IdFields[Key] & keyof Resources[Key]>;

/** Initial items of resources by the key of the resource. */
export type ResourceSeeds = { readonly [Key in keyof Resources]?: SeedItems<SeedItem<Key>> };

/** Initial items of resources by the alias of the resource. */
export type AliasSeeds = { readonly [Alias in keyof Aliases]?: SeedItems<SeedItem<Aliases[Alias]>> };

/** Initial items of resources, as options of `startSandbox`. */
interface InitialItems extends AliasSeeds {
  readonly resources?: ResourceSeeds;
}

/**
 * Creates the state of a sandbox: the items of each resource by key.
 *
 * @param isAssumed Whether items of the behavior file replace the examples of the document.
 */
export function createState(options: InitialItems, isAssumed: boolean): { state: TenantState; reset: () => void } {
  const initial = structuredClone(initialItems(options, isAssumed));
  const state = Object.fromEntries(Object.keys(initial).map((key) => [key, new Map<string, unknown>()]));
  const reset = () => {
    for (const [key, items] of Object.entries(initial)) {
      state[key]?.clear();
      // Copy the items, so that a test that changes an item does not change the initial state.
      for (const [id, item] of Object.entries(items)) state[key]?.set(id, structuredClone(item));
    }
  };
  reset();
  return { state, reset };
}

/** Returns the initial items: the items in the options, or else the examples of the document. */
function initialItems(options: InitialItems, isAssumed: boolean): Record<string, Readonly<Record<string, unknown>>> {
  const given: Readonly<Record<string, unknown>> = { ...options.resources };
  // The cast is safe, because checkSeed has accepted the options.
  const byAlias = options as Readonly<Record<string, unknown>>;
  const names = Object.entries(aliases).filter(([alias]) => byAlias[alias] !== undefined);
  const aliasOf = Object.fromEntries(names.map(([alias, key]) => [key, alias]));
  return Object.fromEntries(
    Object.entries(resources).map(([key, resource]) => {
      const items = byAlias[aliasOf[key] ?? ''] ?? given[key];
      const defaults = (isAssumed ? resource.assumedSeeds : undefined) ?? resource.seeds;
      return [key, items === undefined ? defaults : itemsByKey(resource, withRequired(resource, items))];
    }),
  );
}

/** Adds the required fields, except the id, with the values of the sample to the items of a resource. */
export function withRequired({ responseFields, idField = 'id' }: BundledResource, items: unknown): unknown {
  if (responseFields === undefined) return items;
  const { [idField]: _id, ...required } = responseFields.required;
  const fill = (item: unknown) => withFields(item, { ...responseFields, required });
  if (Array.isArray(items)) return items.map(fill);
  return isObject(items) ? Object.fromEntries(Object.entries(items).map(([key, item]) => [key, fill(item)])) : items;
}

/** Adds the required fields to a value and to the objects in it. */
function withFields(value: unknown, { required, nested = {} }: Pick<ResponseFields, 'required' | 'nested'>): unknown {
  if (Array.isArray(value)) return value.map((one) => withFields(one, { required, nested }));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    const inner = Object.hasOwn(nested, name) ? nested[name] : undefined;
    return [name, inner === undefined ? field : withFields(field, inner)];
  });
  return { ...required, ...Object.fromEntries(fields) };
}

/** Returns items by key. For a list of nested items, the outer parameters come from the document's example. */
function itemsByKey(
  { idField = 'id', outerValues }: BundledResource,
  items: unknown,
): Readonly<Record<string, unknown>> {
  if (!Array.isArray(items)) return { ...Object(items) };
  return Object.fromEntries(items.map((item) => [itemKey(outerValues, String(item[idField])), item]));
}
