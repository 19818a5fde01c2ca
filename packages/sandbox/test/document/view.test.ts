// Tests which fields of nested objects a response shows, as the build derives it from a sample.
import { createAjv } from 'tools-document';
import { expect, test } from 'vitest';
import { viewOf } from '../../derive/derive-view.ts';
import type { View } from '../../src/built-document.ts';

const DOCUMENT = { info: { title: 'API', version: '1' }, paths: {} };
const ajv = createAjv();
const text = { type: 'string' };

/** Returns the views of the fields of an object with one field `inner`. */
function nestedOf(inner: object, sample: unknown): View['nested'] {
  const schema = { properties: { inner } };
  return viewOf(DOCUMENT, schema, { inner: sample }, (part, value) => ajv.validate(part, value)).nested;
}

const CLOSED = { properties: { a: text }, additionalProperties: false };

test.each<[what: string, inner: object, sample: unknown, nested: View['nested']]>([
  ['has no view of an object that shows everything', { properties: { a: text } }, { a: 'x' }, undefined],
  ['has no view of an object whose sample is not valid', CLOSED, { a: 1 }, undefined],
  [
    'has a view of an object that allows no other fields',
    CLOSED,
    { a: 'x' },
    { inner: { allowed: ['a'], required: {} } },
  ],
  ['has a view of the objects in a list', { items: CLOSED }, [{ a: 'x' }], { inner: { allowed: ['a'], required: {} } }],
  [
    'has a view of an object with a required field',
    { required: ['a'] },
    { a: 'x' },
    { inner: { required: { a: 'x' } } },
  ],
  [
    'has a view of an object that only contains an object with a view',
    { properties: { b: CLOSED } },
    { b: { a: 'x' } },
    { inner: { required: {}, nested: { b: { allowed: ['a'], required: {} } } } },
  ],
])('viewOf() %s', (_title, inner, sample, nested) => {
  expect(nestedOf(inner, sample)).toEqual(nested);
});

test('viewOf() has views up to a depth of 4', () => {
  const nest = (depth: number): object =>
    depth === 0 ? {} : { properties: { inner: nest(depth - 1) }, required: ['inner'] };
  const sampleOf = (depth: number): object => (depth === 0 ? {} : { inner: sampleOf(depth - 1) });
  const view = viewOf(DOCUMENT, nest(7), sampleOf(7), (part, value) => ajv.validate(part, value));
  expect(JSON.stringify(view).match(/"nested"/g)).toHaveLength(4);
});
