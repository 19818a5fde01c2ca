import { isObject, type Keys, keysIn } from 'tools-document/model';
import type { ChangeKind } from './policy.ts';

/** Members that only describe the API, each with its kind of change. Members that start with `x-` are extensions. */
const TEXTS: Readonly<Record<string, ChangeKind>> = {
  title: 'text-changed',
  summary: 'text-changed',
  description: 'text-changed',
  externalDocs: 'text-changed',
  tags: 'text-changed',
  $comment: 'text-changed',
  $id: 'text-changed',
  $anchor: 'text-changed',
  $defs: 'definition-changed',
  definitions: 'definition-changed',
  bearerFormat: 'text-changed',
  example: 'example-changed',
  examples: 'example-changed',
  'x-not-shown': 'not-shown-changed',
};

/** Returns the kind of a change of a member that only describes the API; `undefined` for other members. */
export const textKind = (key: string): ChangeKind | undefined =>
  Object.hasOwn(TEXTS, key) ? TEXTS[key] : key.startsWith('x-') ? 'extension-changed' : undefined;

/**
 * Returns whether a member only describes the API. A field can have the same name as such a member, for example
 * `title`, but the value of a field is a schema.
 */
export const isText = (key: string, value: unknown): boolean =>
  textKind(key) !== undefined && !(isObject(value) && ['title', 'summary', 'description', 'tags'].includes(key));

/** Removes descriptions, examples and other texts, and deprecations, so that only the contract is left. */
export function withoutTexts(value: unknown, keys: Keys = 'keywords'): unknown {
  if (keys === 'data') return value;
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(
    ([key, inner]) => keys === 'names' || !(isText(key, inner) || (key === 'deprecated' && typeof inner === 'boolean')),
  );
  return Object.fromEntries(
    members
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, withoutTexts(inner, keysIn(key, inner, keys))]),
  );
}
