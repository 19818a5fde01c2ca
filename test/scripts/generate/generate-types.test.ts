import { expect, test } from 'vitest';
import { documentTypes } from '../../../scripts/generate/document-types.ts';
import { readYaml } from '../../support/read-yaml.ts';

/** Generates the type of one schema and returns it on one line. */
async function typeOf(schema: object): Promise<string> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    components: { schemas: { Base: { type: 'object', properties: { id: { type: 'string' } } }, Tested: schema } },
  };
  const types = await documentTypes(JSON.stringify(document));
  return /\bTested: (.*?;)\n {4}\};/s.exec(types)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
}

const cases: Readonly<Record<string, { schema: object; type: string }>> = readYaml(
  import.meta.dirname,
  'closed-types.yaml',
);

test.for(Object.entries(cases))('closedType() %s', async ([, { schema, type }]) => {
  expect(await typeOf(schema)).toBe(type);
});

test('documentTypes() keeps the deprecation, the description and the default of a field in its doc comment', async () => {
  const field = { type: 'string', deprecated: true, description: 'Use `isbn`.', default: '0' };
  expect(await typeOf({ type: 'object', properties: { isbn10: field } })).toBe(
    '{ /** * @deprecated * @description Use `isbn`. * @default 0 */ isbn10?: string; };',
  );
});
