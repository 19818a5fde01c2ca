// Tests which fields of nested objects a response shows, as the build derives it from a sample.
import { createAjv } from 'tools-document';
import { expect, test } from 'vitest';
import { readYaml } from '../../../../test/support/read-yaml.ts';
import { shownFieldsOf } from '../../derive/shown-fields.ts';
import type { ShownFields } from '../../src/built-document.ts';

const DOCUMENT = { info: { title: 'API', version: '1' }, paths: {} };
const ajv = createAjv();

/** Returns the shown fields of the objects in an object with one field `inner`. */
function nestedOf(inner: object, sample: unknown): ShownFields['nested'] {
  const schema = { properties: { inner } };
  return shownFieldsOf(DOCUMENT, schema, { inner: sample }, (part, value) => ajv.validate(part, value)).nested;
}

test.each<{ what: string; inner: object; sample: unknown; nested?: ShownFields['nested'] }>(
  readYaml(import.meta.dirname, 'shown-fields.yaml'),
)('shownFieldsOf() $what', ({ inner, sample, nested }) => {
  expect(nestedOf(inner, sample)).toEqual(nested);
});

test('shownFieldsOf() has entries up to a depth of 4', () => {
  const nest = (depth: number): object =>
    depth === 0 ? {} : { properties: { inner: nest(depth - 1) }, required: ['inner'] };
  const sampleOf = (depth: number): object => (depth === 0 ? {} : { inner: sampleOf(depth - 1) });
  const shown = shownFieldsOf(DOCUMENT, nest(7), sampleOf(7), (part, value) => ajv.validate(part, value));
  expect(JSON.stringify(shown).match(/"nested"/g)).toHaveLength(4);
});
