import { expect, test } from 'vitest';
import { listOperations, type OpenApiDocument } from '../src/document.ts';
import { alternativeProblems } from '../src/samples/alternative-problems.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const objectWith = (required: string[], properties: object) => ({ type: 'object', required, properties });
const text = { type: 'string' };

/** Lists the problems of a request body with these alternatives. */
function problemsOf(schema: object, schemas: Readonly<Record<string, object>>): string[] {
  const content = { 'application/json': { schema: objectWith(['flow'], { flow: schema }) } };
  const document: OpenApiDocument = {
    info: { title: 'Flows', version: '1' },
    paths: { '/flows': { post: { requestBody: { content } } } },
    components: { schemas },
  };
  return listOperations(document).flatMap((entry) => alternativeProblems(document, entry));
}

const oneOf = [ref('Link'), ref('Code')];
const mapping = { link: ref('Link').$ref, code: ref('Code').$ref };
const discriminator = { propertyName: 'method', mapping };
const Code = objectWith(['method'], { method: text, email: text });

test('alternativeProblems() names the place and the alternatives if the sample of one alternative matches two', () => {
  const schemas = { Link: objectWith(['method', 'email'], { method: text, email: text }), Code };
  expect(problemsOf(ref('Flow'), { ...schemas, Flow: { oneOf, discriminator } })).toEqual([
    '#/components/schemas/Flow: a value must match only one alternative of oneOf, but the sample of Link also matches Code; allow only its own value of method in each alternative, or use anyOf',
  ]);
});

test('alternativeProblems() names the value if the selected schema does not accept the value of the discriminator', () => {
  const Link = objectWith(['method'], { method: { enum: ['LINK'] } });
  expect(problemsOf({ oneOf, discriminator }, { Link, Code })).toEqual([
    '#/paths/~1flows/post/requestBody/content/application~1json/schema/properties/flow: the discriminator selects Link with the value "link" of method, but Link does not accept this value; correct the mapping or the schema',
  ]);
});

test('alternativeProblems() names alternatives without a discriminator if no value matches only one', () => {
  const [problem] = problemsOf({ oneOf: [ref('Code'), Code] }, { Code });
  expect(problem).toMatch(/the sample of Code also matches alternative 2; require another field in each alternative/);
});

test.each([
  ['each alternative has its own value of the field', { oneOf, discriminator }, 'link'],
  ['the alternatives require different fields', { oneOf: [ref('Link'), { required: ['phone'] }] }, 'link'],
  ['the schema has anyOf', { anyOf: oneOf, discriminator }, 'code'],
])('alternativeProblems() lists nothing if %s', (_title, schema, method) => {
  const Link = objectWith(['method'], { method: { const: method } });
  expect(problemsOf(schema, { Link, Code: objectWith(['method'], { method: { const: 'code' } }) })).toEqual([]);
});

test('alternativeProblems() lists nothing for a recursive schema and for an operation without a request body', () => {
  expect(problemsOf(ref('Node'), { Node: objectWith([], { next: ref('Node') }) })).toEqual([]);
  const document: OpenApiDocument = { info: { title: 'A', version: '1' }, paths: { '/a': { get: {} } } };
  expect(listOperations(document).flatMap((entry) => alternativeProblems(document, entry))).toEqual([]);
});
