import type { OpenApiDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { withoutFiles } from '../src/references/without-files.ts';

test('withoutFiles() removes references to files from extensions, and maps discriminators to components', () => {
  const mapping = { cat: 'schemas/Cat.yaml', dog: '#/components/schemas/Dog', bird: './Bird.yaml', fish: 'Fish' };
  const names = { Cat: {}, Dog: {}, Fish: {} };
  const pets: Record<'paths', object> & Omit<OpenApiDocument, 'paths'> = {
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { 'x-samples': [{ source: { $ref: 'pets.sh' } }], 'x-group': 'pets' } } },
    components: { schemas: { ...names, Pet: { discriminator: { propertyName: 'kind', mapping } } } },
  };
  const kept = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog', fish: 'Fish' };
  expect(withoutFiles(pets as OpenApiDocument)).toEqual({
    ...pets,
    paths: { '/pets': { get: { 'x-group': 'pets' } } },
    components: { schemas: { ...names, Pet: { discriminator: { propertyName: 'kind', mapping: kept } } } },
  });
});

test('withoutFiles() keeps header fields, components and fields whose names start with x-', () => {
  const text = { schema: { $ref: '#/components/schemas/Text' } };
  const responses = { 200: { description: 'Pets.', headers: { 'x-total': text } } };
  const properties = { headers: { properties: { a: {} }, 'x-source': { $ref: 'a.md' } }, 'x-id': text.schema };
  const pets = {
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { responses } } },
    components: {
      parameters: { 'x-trace': { name: 'x-trace', in: 'header', ...text } },
      schemas: { Pet: { properties } },
    },
  };
  const kept = { ...properties, headers: { properties: { a: {} } } };
  expect(withoutFiles(pets as unknown as OpenApiDocument)).toEqual({
    ...pets,
    components: { ...pets.components, schemas: { Pet: { properties: kept } } },
  });
});
