import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readDocument } from '../src/document.ts';
import { validatorsOf } from '../src/validation/validators.ts';

test('readDocument() ignores the keyword nullable, but not a field or a value with this name', async () => {
  const schemas = {
    Plain: { nullable: true, description: 'a' },
    Enum: { nullable: true, enum: ['a', null] },
    Typed: { type: 'string', nullable: true },
    Part: { nullable: true, allOf: [{ $ref: '#/components/schemas/Typed' }] },
    Fields: { properties: { nullable: { type: 'boolean', nullable: false } }, example: { nullable: true } },
  };
  const info = { title: 'Books', version: '1' };
  const source = JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas } });
  const document = await readDocument(join(temporaryFolder({ 'openapi.yaml': source }), 'openapi.yaml'));
  expect(document.components?.schemas).toEqual({
    Plain: { description: 'a' },
    Enum: { enum: ['a', null] },
    Typed: { type: 'string' },
    Part: { allOf: [{ $ref: '#/components/schemas/Typed' }] },
    Fields: { properties: { nullable: { type: 'boolean' } }, example: { nullable: true } },
  });
  expect(validatorsOf(document, 'response').compile({ $ref: '#/components/schemas/Part' })(null)).toBe(false);
});
