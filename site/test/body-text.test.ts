import type { OpenApiDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { requestBodyText } from '../reference/operation/body-text.ts';
import { createReference, linksFrom } from '../reference/reference.ts';
import { describedItem } from '../reference/schema/described-item.ts';

test('requestBodyText() links to the page of a schema whose list of fields is very long', () => {
  const fields = Array.from({ length: 1_500 }, (_, number) => [
    `field${number}`,
    { type: 'string', description: 'A text.' },
  ]);
  const schema = { type: 'object', properties: Object.fromEntries(fields) };
  const requestBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } };
  const document: OpenApiDocument = {
    info: { title: 'API', version: '1' },
    paths: { '/things': { post: { requestBody } } },
    components: { schemas: { Thing: schema } },
  };
  const links = linksFrom(createReference(document, { operations: {} }), 'operations');
  const text = requestBodyText({ requestBody }, links).join('\n');
  expect(text).toContain('[`Thing`](../schemas/thing.md)');
  expect(text).toContain('The page of the schema describes the fields.');
  expect(text).not.toContain('field0');
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
