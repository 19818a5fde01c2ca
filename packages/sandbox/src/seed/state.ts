import type { Aliases, Resources } from '#generated/resources.js';
import type { BuiltResource } from '../built-document.js';
import { aliases, resources } from '../document-facts.js';
import { itemKey } from '../engine/item-key.js';

/**
 * The items of each resource by the key of the resource, such as `users/roles`. The key of an item is its id,
 * after the encoded outer path parameters: `usr_1/rol_1`. A singleton has the key `singleton`.
 */
export type ResourceMaps = { readonly [Key in keyof Resources]: Map<string, Resources[Key]> };

/** The items of the resources that have an alias, by alias. */
export type AliasMaps = { readonly [Alias in keyof Aliases]: ResourceMaps[Aliases[Alias]] };

/** A list of items, each with its id, or an object with the items by key. */
export type SeedItems<Item> = readonly Item[] | Readonly<Record<string, Item>>;

/** Initial items of resources by the key of the resource. */
export type ResourceSeeds = { readonly [Key in keyof Resources]?: SeedItems<Resources[Key]> };

/** Initial items of resources by the alias of the resource. */
export type AliasSeeds = { readonly [Alias in keyof Aliases]?: SeedItems<Resources[Aliases[Alias]]> };

/** The items of each resource: the outer keys are keys of resources, and the inner keys are keys of items. */
export type Items = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Returns the initial items. These are the items in the options, or else the examples of the document.
 *
 * @param isAssumed Whether items of the behavior file replace the examples.
 */
export function initialItems(options: AliasSeeds & { readonly resources?: ResourceSeeds }, isAssumed: boolean): Items {
  const given: Readonly<Record<string, unknown>> = { ...options.resources };
  // The cast is safe, because checkSeed has accepted the options.
  const byAlias = options as Readonly<Record<string, unknown>>;
  const names = Object.entries(aliases).filter(([alias]) => byAlias[alias] !== undefined);
  const aliasOf = Object.fromEntries(names.map(([alias, key]) => [key, alias]));
  return Object.fromEntries(
    Object.entries(resources).map(([key, resource]) => {
      const items = byAlias[aliasOf[key] ?? ''] ?? given[key];
      const defaults = (isAssumed ? resource.assumedSeeds : undefined) ?? resource.seeds;
      return [key, items === undefined ? defaults : itemsByKey(resource, items)];
    }),
  );
}

/** Returns items by key. For a list of nested items, the outer parameters come from the document's example. */
function itemsByKey({ idField = 'id', outer }: BuiltResource, items: unknown): Readonly<Record<string, unknown>> {
  if (!Array.isArray(items)) return { ...Object(items) };
  return Object.fromEntries(items.map((item) => [itemKey(outer, String(item[idField])), item]));
}
