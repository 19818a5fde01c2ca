import { HTTP_METHODS, isInOperation, pointerTo } from 'tenant-management-document';
import { at, type Fact, isMapping, type Place } from './fact.ts';

type Mapping = Record<string, unknown>;

/** The place of the scopes that the document declares. */
export const SCOPES: Place = [
  'components',
  'securitySchemes',
  'oAuth2ClientCredentials',
  'flows',
  'clientCredentials',
  'scopes',
];

/** Lists the operations of a document that have no fact. */
export const operationsWithoutFacts = (document: unknown, facts: readonly Fact[]): { method: string; path: string }[] =>
  Object.entries(mappingAt(document, ['paths'])).flatMap(([path, item]) =>
    HTTP_METHODS.filter((method) => isMapping(item) && Object.hasOwn(item, method))
      .map((method) => ({ method: method.toUpperCase(), path }))
      .filter((operation) => !facts.some(({ pointer }) => isInOperation(pointer, operation))),
  );

/**
 * Returns the part of a document that the facts describe: a copy without the operations that have no fact, and without
 * the tags, scopes and components that only those operations use.
 */
export function partWithFacts(document: unknown, facts: readonly Fact[]): unknown {
  const without = operationsWithoutFacts(document, facts);
  if (without.length === 0) return document;
  const part = structuredClone(document);
  const paths = mappingAt(part, ['paths']);
  for (const { method, path } of without) {
    const item = mappingAt(paths, [path]);
    delete item[method.toLowerCase()];
    if (Object.keys(item).length === 0) delete paths[path];
  }
  const used = JSON.stringify(paths);
  const tags = at(part, ['tags']);
  if (isMapping(part) && Array.isArray(tags)) part['tags'] = tags.filter(({ name }) => used.includes(quoted(name)));
  const scopes = mappingAt(part, SCOPES);
  for (const scope of Object.keys(scopes)) {
    if (!hasFactBelow([...SCOPES, scope], facts) && !used.includes(quoted(scope))) delete scopes[scope];
  }
  removeUnusedComponents(part, used, facts);
  return part;
}

/** Removes the components that have no fact and that neither the paths nor the remaining components use. */
function removeUnusedComponents(part: unknown, paths: string, facts: readonly Fact[]): void {
  const places = Object.entries(mappingAt(part, ['components'])).flatMap(([kind, entries]) =>
    Object.keys(Object(entries)).map((name) => ['components', kind, name]),
  );
  const remaining = new Set(places.filter((place) => hasFactBelow(place, facts)));
  let text = paths + [...remaining].map((place) => quoted(at(part, place))).join();
  // A component can use another component, so repeat until no component is found.
  for (let isSearching = true; isSearching; ) {
    const found = places.filter((place) => !remaining.has(place) && text.includes(quoted(pointerTo(place))));
    for (const place of found) remaining.add(place);
    text += found.map((place) => quoted(at(part, place))).join();
    isSearching = found.length > 0;
  }
  for (const place of places.filter((place) => !remaining.has(place))) {
    delete mappingAt(part, place.slice(0, -1))[place.at(-1) ?? ''];
  }
}

const quoted = (text: unknown): string => JSON.stringify(text);

const hasFactBelow = (place: Place, facts: readonly Fact[]): boolean => {
  const pointer = pointerTo(place);
  return facts.some((fact) => fact.pointer === pointer || fact.pointer.startsWith(`${pointer}/`));
};

function mappingAt(subject: unknown, place: Place): Mapping {
  const value = at(subject, place);
  return isMapping(value) ? value : {};
}
