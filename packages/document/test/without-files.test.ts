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
