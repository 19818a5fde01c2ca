import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { type ResolveNode, undeclaredFields } from '../src/validation/undeclared-fields.ts';

/** Two files with schemas. A reference without a file name points to the file that contains the reference. */
const files: Record<string, Record<string, object>> = {
  main: { Person: { properties: { name: {} } }, Circle: { allOf: [{ $ref: '#Circle' }] } },
  other: { Person: { properties: { title: {} } }, Book: { allOf: [{ properties: { author: { $ref: '#Person' } } }] } },
};

/** Resolves `file#Name` and `#Name`; returns the node and its location as Redocly does. */
const resolve: ResolveNode = <T>(node: T, from = 'main') => {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) {
    return { node, location: { source: { absoluteRef: 'main' } } };
  }
  const [file, name = ''] = String(node.$ref).split('#');
  const absoluteRef = file || from;
  // The caller chooses the type of the resolved node, as with Redocly.
  return { node: files[absoluteRef]?.[name] as T, location: { source: { absoluteRef } } };
};

/** A value in `undeclared-fields.yaml`. */
interface Entry {
  readonly what: string;
  readonly schema: unknown;
  readonly value: unknown;
  readonly fields: (string | number)[][];
}

const ENTRIES: Entry[] = readYaml(import.meta.dirname, 'undeclared-fields.yaml');

test.for(ENTRIES)('undeclaredFields() $what', ({ schema, value, fields }) => {
  expect(undeclaredFields(value, schema, resolve)).toEqual(fields);
});
