import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { type ResolveNode, undeclaredFields } from '../src/validation/undeclared-fields.ts';

const SCHEMAS: Record<string, object> = {
  '#Person': { properties: { title: {} } },
  '#Circle': { allOf: [{ $ref: '#Circle' }] },
};

/** Resolves a reference as Redocly does: without a target, the node is undefined. */
const resolve: ResolveNode = <T>(node: T) => {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return { node };
  // The caller chooses the type of the resolved node, as with Redocly.
  return { node: SCHEMAS[String(node.$ref)] as T };
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
