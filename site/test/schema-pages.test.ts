import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { listComponents, SHORT_LIST } from '../reference/schema/components.ts';

const object = { type: 'object', properties: { id: { type: 'string' } } };
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });

/**
 * Returns the names of the schemas with a page, in a document with so many schemas that two operations use, and with
 * three that one operation uses.
 *
 * @param request The schema of the request body.
 */
function pagesWith(shared: number, request: object = object, type = 'application/json'): string[] {
  const sharedNames = Array.from({ length: shared }, (_, index) => `Shared${index}`);
  const twice = Object.fromEntries(
    sharedNames.map((name) => {
      const operation = { responses: { 200: { description: 'Read.', content: json(name) } } };
      return [`/${name}`, { get: operation, put: operation }];
    }),
  );
  const post = {
    requestBody: { content: { [type]: json('Request')['application/json'] } },
    responses: {
      200: { description: 'Done.', content: json('Success') },
      400: { description: 'Refused.', content: json('Refusal') },
    },
  };
  const names = [...sharedNames, 'Request', 'Success', 'Refusal'];
  const document = {
    openapi: '3.1.0',
    info: { title: 'Many schemas', version: '1' },
    paths: { ...twice, '/once': { post } },
    components: { schemas: { ...Object.fromEntries(names.map((name) => [name, object])), Request: request } },
  } as unknown as OpenApiDocument;
  return [...listComponents(document, listOperations(document)).pages].filter((name) => !sharedNames.includes(name));
}

test('in a long list, the body of a single operation has no page', () => {
  expect(pagesWith(SHORT_LIST)).toEqual(['Refusal']);
});

test('in a short list, the body of a single operation has a page', () => {
  expect(pagesWith(SHORT_LIST - 3)).toEqual(['Request', 'Success', 'Refusal']);
});

test.each([
  ['examples', { ...object, examples: [{ id: '1' }] }, undefined],
  ['a read-only field', { ...object, properties: { list: { items: { readOnly: true } } } }, undefined],
  ['a read-only field with a pattern', { ...object, patternProperties: { '^x': { readOnly: true } } }, undefined],
  ['another media type than JSON', object, 'multipart/form-data'],
])('in a long list, the body of a single operation has a page if it has %s', (_, request, type) => {
  expect(pagesWith(SHORT_LIST, request, type)).toEqual(['Request', 'Refusal']);
});
