import type { OpenApiDocument } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { requestBodyText } from '../reference/operation/body-text.ts';
import { createReference, linksFrom } from '../reference/reference.ts';
import { describedItem } from '../reference/schema/described-item.ts';

/** Writes the request body of an operation whose body has the schema `Thing`. */
function bodyOf(schemas: Readonly<Record<string, object>>): string {
  const schema = { $ref: '#/components/schemas/Thing' };
  const requestBody = { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
  const document: OpenApiDocument = {
    info: { title: 'API', version: '1' },
    paths: { '/things': { post: { requestBody } } },
    components: { schemas },
  };
  const links = linksFrom(createReference(document, { operations: {} }), 'operations');
  return requestBodyText({ requestBody }, links).join('\n\n');
}

const PART = { $ref: '#/components/schemas/Part' };
const THING = { type: 'object', properties: { parts: { type: 'array', items: PART } } };

describe('requestBodyText()', () => {
  test('shows the fields of a recursive schema once', () => {
    const Part = { type: 'object', properties: { name: { type: 'string' }, parts: { type: 'array', items: PART } } };
    expect(bodyOf({ Thing: THING, Part })).toMatch(
      /\n- `parts`: array of objects `Part`\n {2}- `name`: string\n {2}- `parts`: array of objects `Part`$/,
    );
  });

  test('shows only the type of an inner schema whose fields would make the page very long', () => {
    const names = Array.from({ length: 500 }, (_, number) => `field${number}`);
    const field = { type: 'string', description: 'A text of thirty characters.' };
    const Part = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, field])) };
    expect(bodyOf({ Thing: THING, Part })).toMatch(
      /\n- `parts`: array of objects `Part`\n\nDeeper fields are not listed here: see the types of the package\.$/,
    );
    expect(bodyOf({ Thing: Part })).toContain('- `field499`: string');
  });

  test('does not say that no other fields are allowed if the schema has patternProperties', () => {
    const closed = { patternProperties: { '^x-': {} }, additionalProperties: false };
    const text = bodyOf({ Thing: { ...THING, ...closed }, Part: { type: 'object', ...closed } });
    expect(text).toMatch(/\n- `parts`: array of objects `Part`$/);
  });

  test('describes a body of text, and what the API does not document about the body', () => {
    const Thing = { type: 'string', description: 'A name of a thing.', 'x-not-shown': ['length'] };
    expect(bodyOf({ Thing })).toContain(': string\n\nA name of a thing.\n\n');
    expect(bodyOf({ Thing })).toContain('Not documented by the API: length.');
  });

  test('describes equal bodies of two media types once', () => {
    expect(bodyOf({ Thing: THING, Part: {} })).toContain(
      '\n`application/json` or `application/x-www-form-urlencoded`: object `Thing`\n',
    );
  });
});

describe('describedItem()', () => {
  test('separates a nested list from a description that ends with a list', () => {
    expect(describedItem({ head: '`a`: object', description: 'One:\n\n- x', inner: '- `b`: string' })).toBe(
      '- `a`: object\n\n  One:\n\n  - x\n\n  Fields of this value:\n\n  - `b`: string',
    );
  });
});
