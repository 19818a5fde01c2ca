// Tests the references of a document: reading the file, resolving one place, and recursive schemas.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { resolve, usedComponents } from '../src/model/resolve.ts';
import { listOperations } from '../src/operations/operations.ts';
import { readDocument } from '../src/read/document.ts';
import { readDocumentFile } from '../src/read/document-file.ts';
import { sampleResponse } from '../src/samples/sample.ts';
import { validSample } from '../src/samples/valid-sample.ts';
import { propertiesOf } from '../src/schema/field-schema.ts';
import { validatorsOf } from '../src/validation/validators.ts';

interface Tables {
  readonly valid: { what: string; members: object; changed?: object }[];
  readonly invalid: { what: string; members: object; message: string }[];
  readonly targets: string[];
}
const TABLES: Tables = readYaml(import.meta.dirname, 'references.yaml');

/** Writes a document or its text to a new folder, and reads it. */
const read = (document: object | string) => readDocument(fileWith(document));

/** Writes a document or its text to a new folder; returns its path. */
function fileWith(document: object | string): string {
  // JSON is also YAML.
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml');
}

const ref = (name: string, group = 'schemas') => ({ $ref: `#/components/${group}/${name}` });
const documentOf = (members: object) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {},
  ...members,
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const respondingWith = (response: object) => ({ '/things': { get: { responses: { 200: response } } } });

/** A schema that contains itself. */
const Node = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, next: ref('Node') } };

describe('a recursive schema in another component', () => {
  const document = documentOf({
    paths: respondingWith(ref('Node', 'responses')),
    components: { schemas: { Node }, responses: { Node: { description: 'A node.', ...json(ref('Node')) } } },
  });

  test('does not stop listOperations() from resolving the response that contains the schema', async () => {
    const [operation] = listOperations(await read(document));
    expect(operation?.operation.responses?.['200']).toEqual({ description: 'A node.', ...json(ref('Node')) });
  });

  test('is validated and sampled', async () => {
    const read_ = await read(document);
    const validate = validatorsOf(read_, 'response').compile(ref('Node'));
    expect(validate({ id: 'a', next: { id: 'b' } })).toBe(true);
    expect(validate({ id: 'a', next: {} })).toBe(false);
    expect(sampleResponse(read_, { schema: ref('Node') })).toSatisfy((value) => validate(value));
  });
});

describe('readDocument()', () => {
  test.for(TABLES.valid)('$what', async ({ members, changed }) => {
    expect(await read(documentOf(members))).toEqual({ ...documentOf(members), ...changed });
  });

  test.for(TABLES.invalid)(
    'throws an error with the file, the line and the place of a reference that $what',
    async ({ members, message }) => {
      await expect(read(documentOf(members))).rejects.toThrow(new RegExp(`openapi\\.yaml.*${message}`));
    },
  );

  test.for(TABLES.targets)(
    'throws an error with the place and the remedy for the reference %j in a schema, data or an extension',
    async ($ref) => {
      const places: [place: string, members: object][] = [
        ['components/schemas/A', { components: { schemas: { A: { $ref } } } }],
        ['components/schemas/A/default', { components: { schemas: { A: { default: { $ref } } } } }],
        ['components/examples/a/value/b', { components: { examples: { a: { value: { b: { $ref } } } } } }],
        ['x-topic', { 'x-topic': { $ref } }],
      ];
      for (const [place, members] of places) {
        const message = new RegExp(
          `openapi\\.yaml:1:\\d+: the \\$ref at #/${place} must refer to a place in the same file, .* \`npx redocly bundle\`$`,
        );
        await expect(readDocumentFile(fileWith(documentOf(members)))).rejects.toThrow(message);
      }
    },
  );

  test.for<[place: string, members: object]>([
    ['examples/a/externalValue', { examples: { a: { externalValue: 'http://127.0.0.1:9/a' } } }],
    ['examples/b/externalValue', { examples: { b: { externalValue: 'value.json' } } }],
    ['schema/discriminator/mapping/a', { schema: { discriminator: { mapping: { a: 'http://127.0.0.1:9/a' } } } }],
    ['schema/discriminator/mapping/b', { schema: { discriminator: { mapping: { b: 'b.yaml' } } } }],
    ['schema/externalValue', { schema: { externalValue: 'http://127.0.0.1:9/a' } }],
  ])('throws an error with the place of a file or a URL in %s, which Redocly would read', async ([place, media]) => {
    const content = { 'application/json': media };
    const document = documentOf({ paths: respondingWith({ description: '', content }) });
    await expect(read(document)).rejects.toThrow(
      `the value at #/paths/~1things/get/responses/200/content/application~1json/${place} must refer to a place in the same file`,
    );
  });

  test('throws an error with the place of a name that every object has, but accepts it in data', async () => {
    const Thing = (properties: object) => documentOf({ components: { schemas: { Thing: properties } } });
    await expect(read(Thing({ properties: { valueOf: {} } }))).rejects.toThrow(
      /openapi\.yaml:1:\d+: the name at #\/components\/schemas\/Thing\/properties\/valueOf must not be valueOf/,
    );
    for (const operationId of ['constructor', '__proto__', 'valueOf'])
      await expect(read(documentOf({ paths: { '/a': { get: { operationId } } } }))).rejects.toThrow(
        `: the name at #/paths/~1a/get/operationId must not be ${operationId}, which every object`,
      );
    const names = '{ "properties": { "__proto__": {}, "constructor": {} }, "default": { "valueOf": 1 } }';
    const document = await read(Thing(JSON.parse(names)));
    expect(JSON.stringify(document.components?.schemas)).toBe(`{"Thing":${names.replaceAll(' ', '')}}`);
  });

  test('throws an error with the file if YAML aliases repeat too many values, or contain themselves', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => `x-${level + 1}: &a${level + 1} [*a${level}, *a${level}]`);
    const bomb = ['x-0: &a0 [a]', ...levels].join('\n');
    const yaml = `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n`;
    const message = /aliases.*must repeat at most 1000000 values/;
    await expect(read(yaml + bomb)).rejects.toThrow(message);
    await expect(read(`${yaml}x-a: &a { items: *a }`)).rejects.toThrow(message);
  });

  /** Components of which each refers to the next one. */
  const chain = (length: number, schemaOf: (next: object) => object) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`S${index}`, schemaOf(ref(`S${index + 1}`))]));
  const nested = Array.from({ length: 1_500 }).reduce<object>((items) => ({ type: 'array', items }), {});

  test.each([
    [
      '41 schemas that each apply the next schema twice',
      chain(41, (next) => ({ allOf: [next, next] })),
      'schema',
      'S0',
    ],
    ['400 schemas that each contain the next schema', chain(400, (items) => ({ items })), 'value', 'S99'],
    ['1,500 nested schemas', { S0: nested }, 'value', `S0${'/items'.repeat(17)}`],
    ['a pattern that takes exponential time', { S0: { pattern: '^([a-z]+)+!$' } }, 'pattern', 'S0/pattern'],
  ])('throws an error with the place of %s', async (_what, schemas, what, place) => {
    await expect(read(documentOf({ components: { schemas } }))).rejects.toThrow(
      `: the ${what} at #/components/schemas/${place} must `,
    );
  });

  test.each(['/a\nb', '/a\u2028b', '/a\u001b[2J'])('throws an error with the place of the path %j', async (path) => {
    await expect(read(documentOf({ paths: { [path]: {} } }))).rejects.toThrow(
      /openapi\.yaml:1:\d+: the text at #\/paths\/~1a…\S* must not contain control characters .+ \(in a path, also no line/,
    );
  });

  test.each(['\u001b', '\u0085', '\r', '\u202e'])('throws an error with the place of the text %j', async (text) => {
    for (const value of [[text], { [text]: 1 }])
      await expect(read(documentOf({ 'x-a': value }))).rejects.toThrow(
        /openapi\.yaml:1:\d+: the text at #\/x-a\/[0…] must not contain control characters/,
      );
    await read(documentOf({ 'x-a': '\t\r\n\u200b\u200d\u200e\u200f' }));
    await read(documentOf({ 'x-a': { pattern: `^[^${text}]+$` } }));
  });

  const otherVersion = (openapi?: unknown) => ({ ...documentOf({}), openapi });
  test.each([{ x: 1 }, { ...otherVersion(), swagger: '2.0' }, ...['3.0.3', '3.2.0', 3.1].map(otherVersion), [], '7'])(
    'throws an error with the file and the line for %j, which is not an OpenAPI 3.1 document',
    async (content) => {
      await expect(read(content)).rejects.toThrow(
        /openapi\.yaml:1:\d+: the document at #\/openapi must have the version 3\.1 .* "openapi: 3\.1\.0"; convert a document/,
      );
    },
  );

  test('names a file in the working folder by its relative path', async () => {
    const rejected = { message: expect.stringMatching(/^redocly\.yaml:2:1: the document at/) };
    await expect(readDocumentFile(join(process.cwd(), 'redocly.yaml'))).rejects.toMatchObject(rejected);
  });

  test('reports a syntax error with the line and the lines around it', async () => {
    await expect(read('Thing:\n  type: object\n  required: [id\n  properties: {}\n')).rejects.toThrow(
      `openapi.yaml:4:3: deficient indentation; close the bracket or the quotes, or indent the line

 1 | Thing:
 2 |   type: object
 3 |   required: [id
 4 |   properties: {}
-------^`,
    );
  });

  test('cuts the long lines around a syntax error, and replaces their control characters', async () => {
    const source = `info: "${'a'.repeat(200)}" b\u001b\npaths: {}\n`;
    const message = await read(source).catch((error: Error) => error.message);
    expect(
      String(message)
        .split('\n')
        .every((line) => line.length <= 100 || line.includes('openapi.yaml:')),
    ).toBe(true);
    expect(message).not.toContain('\u001b');
  });

  test('applies both a $ref and the keywords next to it', async () => {
    const extended = { ...ref('Thing'), title: 'A', required: ['size'], properties: { size: { type: 'integer' } } };
    const schemas = {
      Thing: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      Extended: extended,
      Both: { ...ref('Thing'), allOf: [{ minProperties: 2 }] },
      Repeated: { ...ref('Thing'), type: 'object', description: 'A thing.', 'x-order': 1 },
      Closed: { ...ref('Thing'), properties: { id: { type: 'string' } }, additionalProperties: false },
      Nullable: { ...ref('Thing'), nullable: true },
    };
    const document = await read(documentOf({ components: { schemas } }));
    const { $ref: _, ...keywords } = extended;
    expect(document.components?.schemas).toEqual({
      Thing: schemas.Thing,
      Extended: { ...keywords, allOf: [ref('Thing')] },
      Both: { allOf: [{ minProperties: 2 }, ref('Thing')] },
      Repeated: { ...ref('Thing'), description: 'A thing.', 'x-order': 1 },
      Closed: { properties: { id: { type: 'string' } }, additionalProperties: false, allOf: [ref('Thing')] },
      Nullable: ref('Thing'),
    });
    // `additionalProperties` needs the `properties` that the target repeats.
    expect(sampleResponse(document, { schema: ref('Closed') })).toEqual({ id: 'string' });
    expect([...propertiesOf(document, ref('Extended')).keys()]).toEqual(['id', 'size']);
    expect(sampleResponse(document, { schema: ref('Extended') })).toEqual({ id: 'string', size: 0 });
  });

  const id = { type: 'string', readOnly: true };
  const required = ['id', 'name'];
  const name = { type: 'string' };
  test.for<[where: string, schema: object]>([
    ['in a component', { required, properties: { id: ref('Id'), name } }],
    ['in allOf of the field', { required, properties: { id: { allOf: [ref('Id')] }, name } }],
    ['in another item of allOf', { allOf: [ref('Thing'), { required }] }],
    ['in allOf, next to required', { required, allOf: [ref('Thing')] }],
    ['next to anyOf with required', { properties: { id, name }, anyOf: [{ required }] }],
    ['in allOf next to a $ref', { ...ref('Thing'), allOf: [{ required }] }],
  ])('requires no field in requests whose readOnly is %s', async ([, schema]) => {
    const components = { schemas: { Id: id, Thing: { type: 'object', properties: { id, name } }, Sent: schema } };
    const document = await read(documentOf({ components }));
    expect(validSample(document, 'request', ref('Sent'), undefined)).toEqual({ name: 'string' });
    expect(validatorsOf(document, 'request').compile(ref('Sent'))({ name: 'a' })).toBe(true);
    expect(validatorsOf(document, 'response').compile(ref('Sent'))({ name: 'a' })).toBe(false);
  });
});

describe('resolve()', () => {
  const Thing = { type: 'object', properties: { id: { type: 'string' }, part: ref('Part') } };
  const document = documentOf({ components: { schemas: { Thing, Alias: ref('Thing'), Part: {} } } });

  test('returns the last component of a chain of references, and its object without a copy', () => {
    const { value, component } = resolve<object>(document, ref('Alias'));
    expect(value).toBe(Thing);
    expect(component).toEqual({ group: 'schemas', name: 'Thing' });
  });

  test('returns a copy with the members next to a $ref', () => {
    const { value, component } = resolve<object>(document, { ...ref('Thing'), description: 'One.' });
    expect(value).toEqual({ ...Thing, description: 'One.' });
    expect(component).toEqual({ group: 'schemas', name: 'Thing' });
  });

  test.for(['#/components/schemas/Missing', 'other.yaml#/Thing', '#Thing'])('throws an error for %s', ($ref) => {
    expect(() => resolve<object>(document, { $ref })).toThrow('must have a target');
  });

  test('throws an error for references that lead back to themselves', () => {
    const circular = documentOf({ components: { schemas: { A: ref('B'), B: ref('C'), C: ref('A') } } });
    expect(() => resolve<object>(circular, ref('A'))).toThrow('must not lead back to itself');
    const inner = documentOf({ components: { schemas: { A: { $ref: '#/components/schemas/A/items' } } } });
    expect(() => resolve<object>(inner, ref('A'))).toThrow('must not lead back to itself');
  });
});

test('usedComponents() lists the components of recursive schemas, also behind other components', () => {
  const document = documentOf({
    components: { schemas: { Node, Unused: {} }, responses: { Node: { description: '', ...json(ref('Node')) } } },
  });
  expect(usedComponents(document, ref('Node', 'responses'), 'responses')).toEqual([
    { group: 'responses', name: 'Node' },
    { group: 'schemas', name: 'Node' },
    { group: 'schemas', name: 'Node' },
  ]);
});

test('validatorsOf() compiles references to parts of components and to other places of the document', () => {
  const paths = respondingWith({ description: '', ...json({ properties: { count: { type: 'integer' } } }) });
  const document = documentOf({
    paths,
    components: { schemas: { Node, Id: { $ref: '#/components/schemas/Node/properties/id' } } },
  });
  const { compile } = validatorsOf(document, 'response');
  expect(compile(ref('Id'))('a')).toBe(true);
  expect(compile(ref('Id'))(1)).toBe(false);
  const pointer = '#/paths/~1things/get/responses/200/content/application~1json/schema/properties/count';
  expect(compile({ items: { $ref: pointer } })([1])).toBe(true);
  expect(compile({ items: { $ref: pointer } })(['a'])).toBe(false);
});
