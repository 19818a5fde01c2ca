import { isFlagged } from 'tools-document';
import type { Place } from './place.ts';
import type { Kind } from './policy.ts';

/** The kinds of removals of something that a document can deprecate. */
const DEPRECABLE: readonly Kind[] = [
  'operation-removed',
  'parameter-removed',
  'request-field-removed',
  'response-field-removed',
  'response-header-removed',
  'security-scheme-removed',
];

/** Returns a sentence that says whether a removed place was deprecated before; `undefined` for other kinds. */
export type DescribeRemoval = (kind: Kind, removed: Place) => string | undefined;

/**
 * Returns a function that describes removals.
 *
 * @param date Day of the new version, such as `2027-01-31`.
 */
export const removals =
  (date: string): DescribeRemoval =>
  (kind, removed) => {
    if (!DEPRECABLE.includes(kind)) return undefined;
    const sunset = dayOf(removed.node['x-sunset']);
    if (sunset !== undefined) return `Removed ${date < sunset ? 'before' : 'after'} its sunset date ${sunset}.`;
    const isDeprecated = isFlagged(removed, 'deprecated') || removed.node['x-release-lifecycle'] === 'Deprecated';
    return isDeprecated ? 'Removed after a deprecation.' : 'Removed without a deprecation.';
  };

/** Returns the day of a date or a time: RFC 3339. */
const dayOf = (value: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}(?=$|T)/i.exec(String(value))?.[0];
