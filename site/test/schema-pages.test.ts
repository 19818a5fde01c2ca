import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { listComponents, SHORT_LIST } from '../reference/schema/components.ts';

const object = { type: 'object', properties: { id: { type: 'string' } } };
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });

/** Returns the names of the schemas with a page, in a document with so many schemas that two operations use. */
function pagesWith(shared: number): string[] {
  const sharedNames = Array.from({ length: shared }, (_, index) => `Shared${index}`);
  const twice = Object.fromEntries(
    sharedNames.map((name) => {
      const operation = { responses: { 200: { description: 'Read.', content: json(name) } } };
      return [`/${name}`, { get: operation, put: operation }];
    }),
  );
  const post = {
    requestBody: { content: json('Request') },
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
    components: { schemas: Object.fromEntries(names.map((name) => [name, object])) },
  } as unknown as OpenApiDocument;
  return [...listComponents(document, listOperations(document)).pages].filter((name) => !sharedNames.includes(name));
}

test('only the page of the operation describes the body of a single operation, if the document has many schemas', () => {
  expect(pagesWith(SHORT_LIST)).toEqual(['Refusal']);
});

test('in a short list, the body of a single operation has a page', () => {
  expect(pagesWith(SHORT_LIST - 3)).toEqual(['Request', 'Success', 'Refusal']);
});
