import type { OpenApiDocument } from 'tenant-management-document';
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
    paths: { '/things': { post: { requestBody } }, '/parts': { get: { responses: { 200: partResponse } } } },
    components: { schemas },
  };
  const links = linksFrom(createReference(document, { operations: {} }), 'operations');
  return requestBodyText({ requestBody }, links).join('\n\n');
}

const PART = { $ref: '#/components/schemas/Part' };
/** A second use, so that the schema `Part` has a page. */
const partResponse = { description: 'A part.', content: { 'application/json': { schema: PART } } };
const THING = { type: 'object', properties: { parts: { type: 'array', items: PART } } };

/** Creates an object schema with many fields. */
function wide(count: number): object {
  const fields = Array.from({ length: count }, (_, number) => [
    `field${number}`,
    { type: 'string', description: 'A text.' },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

describe('requestBodyText()', () => {
  test('links to the page of a schema whose list of fields is very long', () => {
    const text = bodyOf({ Thing: wide(1_500), Part: {} });
    expect(text).toContain('[`Thing`](../schemas/thing.md)');
    expect(text).toContain('The page of the schema describes the fields.');
    expect(text).not.toContain('field0');
  });

  test('unfolds a schema that has a page once, although the schema is recursive', () => {
    const Part = { type: 'object', properties: { name: { type: 'string' }, parts: { type: 'array', items: PART } } };
    expect(bodyOf({ Thing: THING, Part })).toContain(
      [
        '\n- `parts`: array of [`Part`](../schemas/part.md)',
        '  - `name`: string',
        '  - `parts`: array of [`Part`](../schemas/part.md)',
      ].join('\n'),
    );
  });

  test('links to a schema whose fields would make the page very long', () => {
    const text = bodyOf({ Thing: THING, Part: wide(500) });
    expect(text).toMatch(/\n- `parts`: array of \[`Part`\]\(\.\.\/schemas\/part\.md\)$/);
  });

  test('describes a body whose schema has no page', () => {
    expect(bodyOf({ Thing: { type: 'string', description: 'A name of a thing.' }, Part: {} })).toContain(
      ': string\n\nA name of a thing.',
    );
  });

  test('describes equal bodies of two media types once', () => {
    expect(bodyOf({ Thing: THING, Part: {} })).toContain(
      '\n`application/json` or `application/x-www-form-urlencoded`: [`Thing`](../schemas/thing.md)\n',
    );
  });
});

describe('describedItem()', () => {
  test('writes a short description and a nested list on consecutive lines', () => {
    expect(describedItem({ head: '`a`: object', description: 'One\nline.', inner: '- `b`: string' })).toBe(
      '- `a`: object  \n  One line.\n  - `b`: string',
    );
  });

  test('separates a nested list from a description that ends with a list', () => {
    expect(describedItem({ head: '`a`: object', description: 'One:\n\n- x', inner: '- `b`: string' })).toBe(
      '- `a`: object\n\n  One:\n\n  - x\n\n  Fields of this value:\n\n  - `b`: string',
    );
  });
});
