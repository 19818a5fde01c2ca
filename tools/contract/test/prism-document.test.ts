// Tests the copy of a document that Prism reads.

import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { prismDocument, unicodePattern } from '../src/prism/prism-document.ts';

interface Tables {
  readonly contents: readonly {
    readonly what: string;
    readonly content: object;
    readonly copy: object;
    readonly lacks?: string;
  }[];
  readonly documents: readonly {
    readonly what: string;
    readonly document: object;
    readonly copy: object;
    readonly lacks?: string;
  }[];
  readonly headers: readonly { readonly header: object; readonly example: string }[];
}
const { contents, documents, headers }: Tables = readYaml(import.meta.dirname, 'prism-document.yaml');

/** Returns the copy for Prism of a document with these members. */
function copyOf(members: object) {
  const Name = { type: 'string', pattern: '^[a-z]{3}$', properties: { pattern: { type: 'string' } } };
  return prismDocument({
    info: { title: 'Things', version: '1' },
    paths: {},
    components: { schemas: { Name } },
    ...members,
  });
}
/** Returns the paths of a document with one operation, which has this response. */
const responding = (response: object) => ({ paths: { '/things': { get: { responses: { 200: response } } } } });

test('prismDocument() adds a valid example to a JSON response without an example', () => {
  const schema = { type: 'object', required: ['name'], properties: { name: { $ref: '#/components/schemas/Name' } } };
  const copy = copyOf(responding({ description: '', content: { 'application/json': { schema } } }));
  const content = { 'application/json': { example: { name: expect.stringMatching(/^[a-z]{3}$/) } } };
  expect(copy).toMatchObject(responding({ content }));
});

test.for(contents)('prismDocument() $what', ({ content, copy, lacks = '^$' }) => {
  const { paths } = Object(copyOf(responding({ description: '', content })));
  expect({ paths }).toMatchObject(responding({ content: copy }));
  expect(JSON.stringify(paths)).not.toMatch(new RegExp(lacks));
});

test.for(documents)('prismDocument() $what', ({ document, copy, lacks = '^$' }) => {
  expect(copyOf(document)).toMatchObject(copy);
  expect(JSON.stringify({ ...copyOf(document), components: {} })).not.toMatch(new RegExp(lacks));
});

test.for(headers)(
  'prismDocument() gives the header field $header the example $example, because Prism sends no 0 and no boolean',
  ({ header, example }) => {
    const copy = copyOf(responding({ description: '', headers: { 'X-Size': header } }));
    expect(copy).toMatchObject(responding({ headers: { 'X-Size': { example } } }));
  },
);

test.each([
  ['^(?:[a-z-]|{id})*$', '^(?:[a-z-]|\\{id\\})*$'],
  ['^[{}]{2,3}{a}\\d{1}$', '^[{}]{2,3}\\{a\\}\\d{1}$'],
  ['^\\p{L}{1,}$', '^\\p{L}{1,}$'],
  ['^[\\w-\\.]{a}$', undefined],
])(
  'unicodePattern() makes %s valid with the u flag, or returns undefined if this is not possible: %s',
  (pattern, expected) => {
    expect(unicodePattern(pattern)).toBe(expected);
  },
);
