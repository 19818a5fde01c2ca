import { pointerTo } from 'tenant-management-document';

/** One fact of the source, and how to read its value from the document or from the generated modules. */
export interface Fact {
  /** Sections of the source, separated by a comma and a space, or `ours` for a decision. */
  readonly section: string;
  /** The fact in one sentence, without the period. */
  readonly name: string;
  /** JSON Pointer to the place in the document that encodes the fact. Words can come before and after the pointer. */
  readonly pointer: string;
  readonly value: unknown;
  readonly read: (subject: unknown) => unknown;
}

/** Keys from the root of a document to one of its parts. */
export type Place = readonly string[];

/** Keys of examples. Examples are not facts, because the source has no samples. */
const SAMPLE_KEYS = ['example', 'examples'];

/** Returns whether a value is an object or an array. In this folder, an array is a mapping whose keys are indexes. */
export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The value at a place; `undefined` if the place does not exist. References are not followed. */
export const at = (subject: unknown, place: Place): unknown =>
  place.reduce<unknown>((node, key) => (isMapping(node) && Object.hasOwn(node, key) ? node[key] : undefined), subject);

/** States that the value at a place equals `value`. If `value` is `undefined`, the document must not have the place. */
export const is = (section: string, name: string, place: Place, value: unknown): Fact => ({
  section,
  name,
  pointer: value === undefined ? `No ${pointerTo(place)}` : pointerTo(place),
  value,
  read: (subject) => at(subject, place),
});

/** Replaces each run of white space with one space, because line breaks within a paragraph have no meaning. */
const folded = (text: unknown): unknown => (typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : text);

/** States that the whole text at a place equals `text`: one additional clause can change the meaning of a sentence. */
export const says = (section: string, name: string, place: Place, text: string): Fact => ({
  ...is(section, name, place, text),
  read: (subject) => folded(at(subject, place)),
});

/** States that the text at a place has these paragraphs and no others. */
export function paragraphs(
  place: Place,
  rows: readonly (readonly [section: string, name: string, text: string])[],
): Fact[] {
  const read = (subject: unknown) =>
    String(at(subject, place))
      .trim()
      .split(/\n{2,}/);
  return [
    ...rows.map(([section, name, text], index) => ({
      ...is(section, name, place, text),
      pointer: `${pointerTo(place)}, paragraph ${index + 1}`,
      read: (subject: unknown) => folded(read(subject)[index]),
    })),
    {
      ...is('ours', `The text at ${pointerTo(place)} has ${rows.length} paragraphs`, place, rows.length),
      read: (subject) => read(subject).length,
    },
  ];
}

/** States that the mapping or list at a place has these keys and no others, except the keys of examples. */
export const only = (section: string, name: string, place: Place, keys: readonly string[]): Fact => ({
  ...is(section, name, place, keys.toSorted()),
  read: (subject) => {
    const mapping = at(subject, place);
    return isMapping(mapping)
      ? Object.keys(mapping)
          .filter((key) => !SAMPLE_KEYS.includes(key))
          .sort()
      : mapping;
  },
});

/** States that the document lists these gaps of the source at a place, and no others. */
export const notShown = (section: string, subject: string, place: Place, gaps: readonly string[]): Fact =>
  is(section, `Not shown by the source about ${subject}: ${gaps.join('; ')}`, [...place, 'x-not-shown'], gaps);
