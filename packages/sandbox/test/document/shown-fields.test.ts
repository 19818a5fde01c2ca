// Tests which fields of nested objects a response shows, as the build derives it from a sample.
import { createAjv } from 'tools-document';
import { expect, test } from 'vitest';
import { shownFieldsOf } from '../../derive/shown-fields.ts';
import type { ShownFields } from '../../src/built-document.ts';

const DOCUMENT = { info: { title: 'API', version: '1' }, paths: {} };
const ajv = createAjv();
const text = { type: 'string' };

/** Returns the shown fields of the objects in an object with one field `inner`. */
function nestedOf(inner: object, sample: unknown): ShownFields['nested'] {
  const schema = { properties: { inner } };
  return shownFieldsOf(DOCUMENT, schema, { inner: sample }, (part, value) => ajv.validate(part, value)).nested;
}

const CLOSED = { properties: { a: text }, additionalProperties: false };

test.each<[what: string, inner: object, sample: unknown, nested: ShownFields['nested']]>([
  ['has no entry for an object that shows everything', { properties: { a: text } }, { a: 'x' }, undefined],
  ['has no entry for an object whose sample is not valid', CLOSED, { a: 1 }, undefined],
  [
    'has an entry for an object that allows no other fields',
    CLOSED,
    { a: 'x' },
    { inner: { allowed: ['a'], required: {} } },
  ],
  [
    'has an entry for the objects in a list',
    { items: CLOSED },
    [{ a: 'x' }],
    { inner: { allowed: ['a'], required: {} } },
  ],
  [
    'has an entry for an object with a required field',
    { required: ['a'] },
    { a: 'x' },
    { inner: { required: { a: 'x' } } },
  ],
  [
    'has an entry for an object that only contains an object with an entry',
    { properties: { b: CLOSED } },
    { b: { a: 'x' } },
    { inner: { required: {}, nested: { b: { allowed: ['a'], required: {} } } } },
  ],
])('shownFieldsOf() %s', (_title, inner, sample, nested) => {
  expect(nestedOf(inner, sample)).toEqual(nested);
});

test('shownFieldsOf() has entries up to a depth of 4', () => {
  const nest = (depth: number): object =>
    depth === 0 ? {} : { properties: { inner: nest(depth - 1) }, required: ['inner'] };
  const sampleOf = (depth: number): object => (depth === 0 ? {} : { inner: sampleOf(depth - 1) });
  const shown = shownFieldsOf(DOCUMENT, nest(7), sampleOf(7), (part, value) => ajv.validate(part, value));
  expect(JSON.stringify(shown).match(/"nested"/g)).toHaveLength(4);
});
