// Learns which objects an update merges.
import { groupBy, isObject, type JsonObject } from 'tenant-management-document';
import { type Exchange, keyOf } from './exchange.ts';

/** Returns the fields with objects into which updates merge the objects of the requests. */
export function learnedMerges(runs: readonly (readonly Exchange[])[]): Map<string, string[]> {
  const seen: { resource: string; name: string; isMerged: boolean }[] = [];
  for (const run of runs) {
    const items = new Map<string, JsonObject>();
    const changes = new Map<string, { before: JsonObject; given: JsonObject }>();
    for (const exchange of run) {
      const { derived, request, response, query } = exchange;
      if (!/^(create|read|update|replace)/.test(derived.kind) || query.has('fields')) continue;
      const key = keyOf(exchange);
      const before = items.get(key);
      if (derived.kind.startsWith('update') && before !== undefined && isObject(request)) {
        changes.set(key, { before, given: request });
      } else if (!derived.kind.startsWith('read')) changes.delete(key);
      if (!isObject(response)) continue;
      const { before: old = {}, given = {} } = changes.get(key) ?? {};
      for (const [name, value] of Object.entries(given)) {
        const omitted = Object.keys(Object(old[name])).filter((inner) => !(inner in Object(value)));
        if (!isObject(value) || !isObject(old[name]) || omitted.length === 0 || !isObject(response[name])) continue;
        const isMerged = omitted.every((inner) => inner in Object(response[name]));
        seen.push({ resource: derived.resource ?? '', name, isMerged });
      }
      changes.delete(key);
      items.set(key, response);
    }
  }
  return new Map(
    [...groupBy(seen, ({ resource }) => resource)].map(([resource, own]) => [
      resource,
      [...groupBy(own, ({ name }) => name)].flatMap(([name, found]) =>
        found.filter(({ isMerged }) => isMerged).length * 2 > found.length ? [name] : [],
      ),
    ]),
  );
}
