// Tests that the examples, defaults, enums and extensions of a document are data: keywords in them have no meaning.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readDocument } from '../src/read/document.ts';
import { sampleResponse } from '../src/samples/sample.ts';
import { explosivePatterns } from '../src/validation/explosive-patterns.ts';

/** Looks like a schema, a media type and a discriminator. */
const DATA = {
  type: 'string',
  nullable: true,
  format: 'image-url',
  pattern: '^(a+)+$',
  properties: {},
  additionalProperties: {},
  schema: { type: 'string', nullable: true },
  discriminator: { propertyName: 'kind', mapping: { a: 'Thing' } },
};
const NULLABLE = { type: 'string', nullable: true };
const CHANGED = { type: 'string' };
/** A field can have the name of the keyword. */
const Named = { properties: { nullable: CHANGED } };
const Thing = { type: 'object', default: DATA, enum: [DATA], 'x-thing': DATA };

/** Reads a document with data in each place that can have data. */
async function read() {
  const media = { schema: { $ref: '#/components/schemas/Thing' }, example: DATA };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    'x-data': DATA,
    paths: {
      '/things': {
        'x-data': DATA,
        get: {
          parameters: [{ in: 'query', name: 'a', schema: NULLABLE, examples: { example: { value: DATA } } }],
          responses: {
            // These names are also keywords whose value is data.
            default: {
              description: '',
              headers: { example: { schema: NULLABLE } },
              content: { 'application/json': media },
            },
          },
          'x-data': DATA,
        },
      },
    },
    components: { schemas: { Thing, Named }, examples: { a: { value: DATA } } },
  };
  return await readDocument(join(temporaryFolder({ 'a.json': JSON.stringify(document) }), 'a.json'));
}

test('readDocument() removes nullable from schemas, and changes neither data nor a field with this name', async () => {
  const document = await read();
  expect(document).toMatchObject({
    'x-data': DATA,
    paths: {
      '/things': {
        'x-data': DATA,
        get: {
          parameters: [{ schema: CHANGED, examples: { example: { value: DATA } } }],
          responses: {
            default: { headers: { example: { schema: CHANGED } }, content: { 'application/json': { example: DATA } } },
          },
          'x-data': DATA,
        },
      },
    },
    components: { schemas: { Thing, Named }, examples: { a: { value: DATA } } },
  });
});

test('explosivePatterns() lists no pattern in data', async () => {
  expect(explosivePatterns(await read())).toEqual([]);
});

test('sampleResponse() returns an enum value that looks like a schema unchanged', async () => {
  const document = await read();
  const { default: _, ...schema } = Thing;
  expect(sampleResponse(document, { schema: { ...schema, example: DATA } })).toEqual(DATA);
  expect(sampleResponse(document, { schema })).toEqual(DATA);
});
