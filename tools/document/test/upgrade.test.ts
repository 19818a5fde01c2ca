import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readDocument } from '../src/document.ts';
import { upgradeToOpenApi31 } from '../src/upgrade.ts';
import { validatorsOf } from '../src/validation/validators.ts';

/** Upgrades an OpenAPI 3.0 document with a schema in a response, and returns this schema after the upgrade. */
function upgraded(schema: object): unknown {
  const media: { schema: object } = { schema: structuredClone(schema) };
  const paths = { '/a': { get: { responses: { default: { content: { a: media } } } } } };
  const document = { openapi: '3.0.3', paths };
  upgradeToOpenApi31(document);
  return media.schema;
}

describe('upgradeToOpenApi31()', () => {
  const UPGRADES: { readonly what: string; readonly before: object; readonly after: object }[] = readYaml(
    import.meta.dirname,
    'upgrades.yaml',
  );

  test.for(UPGRADES)('upgrades $what', ({ before, after }) => {
    expect(upgraded(before)).toEqual(after);
  });

  test('upgrades the schemas of components, parameters and header fields, and keeps their examples', () => {
    const schema = () => ({ type: 'string', nullable: true });
    const document = {
      openapi: '3.0.0',
      paths: { '/a': { parameters: [{ in: 'query', example: { schema: schema() }, schema: schema() }] } },
      components: { schemas: { A: schema() }, headers: { 'x-count': { schema: schema() } } },
    };
    upgradeToOpenApi31(document);
    const expected = { type: ['string', 'null'] };
    expect(document).toEqual({
      openapi: '3.1.0',
      paths: { '/a': { parameters: [{ in: 'query', example: { schema: schema() }, schema: expected }] } },
      components: { schemas: { A: expected }, headers: { 'x-count': { schema: expected } } },
    });
  });

  test('removes constraints next to a $ref, which OpenAPI 3.0 ignores, and keeps annotations', () => {
    const Name = { $ref: '#/components/schemas/Text', description: 'A name.', properties: {}, required: ['a'] };
    const document = { openapi: '3.0.0', components: { schemas: { Name, Text: { type: 'string' } } } };
    upgradeToOpenApi31(document);
    expect(document.components.schemas.Name).toEqual({ $ref: '#/components/schemas/Text', description: 'A name.' });
  });

  test('does not change a document of an OpenAPI version other than 3.0', () => {
    const document = { openapi: '3.1.0', components: { schemas: { A: { type: 'string', example: 'a' } } } };
    const before = structuredClone(document);
    upgradeToOpenApi31(document);
    expect(document).toEqual(before);
  });
});

describe('readDocument()', () => {
  test('ignores the keyword nullable in OpenAPI 3.1, but not a field or a value with this name', async () => {
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

  test('returns OpenAPI 3.1 for a document of 3.0 that refers to another file', async () => {
    const folder = temporaryFolder({
      'name.yaml': 'Name: { type: string, nullable: true }',
      'openapi.yaml': `openapi: 3.0.3
info: { title: Books, version: '1' }
paths: {}
components: { schemas: { Name: { $ref: 'name.yaml#/Name' } } }`,
    });
    const { openapi, components } = await readDocument(join(folder, 'openapi.yaml'));
    expect(openapi).toBe('3.1.0');
    expect(components?.schemas).toEqual({ Name: { type: ['string', 'null'] } });
  });
});
