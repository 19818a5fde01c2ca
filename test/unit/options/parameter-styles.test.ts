import { describe, expect, test, vi } from 'vitest';
import { operationHash } from '../../../src/operation-hash.js';
import { parameterWriter } from '../../../src/options/parameter-styles.js';
import type { ParameterStyle } from '../../../src/options/serialize-parameter.js';
import { createScriptedClient } from '../../support/scripted-client.js';
import { createResponse } from '../../support/scripted-fetch.js';

const PATH = '/books/{p}/pages/{page}';
const MODULUS = 1e9;

/** Writes the parameter `p` in a style. All other parameters have the usual styles. */
function write(
  place: 'path' | 'query' | 'header',
  style: ParameterStyle,
  value: unknown,
  { query, header }: { query?: object; header?: unknown } = {},
) {
  const styles = { [operationHash('GET', PATH, MODULUS)]: { [`${place}.p`]: style } };
  const given = { p: value };
  return parameterWriter(MODULUS, styles)(
    'GET',
    PATH,
    place === 'path' ? { page: 1, ...given } : { page: 1, p: 'b' },
    place === 'query' ? { ...query, ...given } : { ...query },
    place === 'header' ? given : header,
  );
}

/** Returns the name of the parameter in messages. */
const nameIn = (place: string): string => (place === 'header' ? 'params.header["p"]' : `params.${place}.p`);

const LIST = ['a', 'b/c', 3];
const OBJECT = { x: 1, 'y z': 'b&c' };

describe('parameterWriter()', () => {
  // The expected texts follow the table "Style Examples" of OpenAPI 3.1.1.
  test.each<[ParameterStyle, value: unknown, segment: string]>([
    ['simple', LIST, 'a,b%2Fc,3'],
    ['simple*', LIST, 'a,b%2Fc,3'],
    ['simple', OBJECT, 'x,1,y%20z,b%26c'],
    ['simple*', OBJECT, 'x=1,y%20z=b%26c'],
    ['label', 'a.b', '.a.b'],
    ['label', LIST, '.a,b%2Fc,3'],
    ['label*', LIST, '.a.b%2Fc.3'],
    ['label', OBJECT, '.x,1,y%20z,b%26c'],
    ['label*', OBJECT, '.x=1.y%20z=b%26c'],
    ['matrix', 5, ';p=5'],
    ['matrix', LIST, ';p=a,b%2Fc,3'],
    ['matrix*', LIST, ';p=a;p=b%2Fc;p=3'],
    ['matrix', OBJECT, ';p=x,1,y%20z,b%26c'],
    ['matrix*', OBJECT, ';x=1;y%20z=b%26c'],
  ])('writes a path parameter with style %s: %j', (style, value, segment) => {
    expect(write('path', style, value)?.expandedPath).toBe(`/books/${segment}/pages/1`);
  });

  test.each<[ParameterStyle, value: unknown, query: string]>([
    ['form', 'a b', 'p=a%20b'],
    ['form', LIST, 'p=a,b%2Fc,3'],
    ['form*', OBJECT, 'x=1&y%20z=b%26c'],
    ['form', OBJECT, 'p=x,1,y%20z,b%26c'],
    ['spaceDelimited', LIST, 'p=a%20b%2Fc%203'],
    ['pipeDelimited', LIST, 'p=a%7Cb%2Fc%7C3'],
    ['pipeDelimited', OBJECT, 'p=x%7C1%7Cy%20z%7Cb%26c'],
    ['+form*', "/:?@!$'()*,;=&[]", "p=/:?@!$'()*,;=&[]"],
    ['+form', '#% "%2f%2', 'p=%23%25%20%22%2f%252'],
    ['+form*', ['a/b', 'c'], 'p=a/b&p=c'],
    ['+deepObject*', { a: 'b/c' }, 'p%5Ba%5D=b/c'],
    ['form', [1, null, undefined], 'p=1'],
  ])('writes a query parameter with style %s: %j', (style, value, query) => {
    expect(write('query', style, value)?.expandedPath).toBe(`/books/b/pages/1?${query}`);
  });

  test.each<[ParameterStyle, value: unknown, text: string]>([
    ['simple', LIST, 'a,b/c,3'],
    ['simple', OBJECT, 'x,1,y z,b&c'],
    ['simple*', OBJECT, 'x=1,y z=b&c'],
  ])('writes a header field with style %s: %j', (style, value, text) => {
    expect(write('header', style, value)?.params.header).toEqual({ p: text });
  });

  test('writes the other parameters in the usual styles', () => {
    const others = { query: { tags: ['x', 'y'], filter: { a: 1 }, none: undefined }, header: { 'X-Trace': 7 } };
    expect(write('query', 'form', [1, 2], others)).toEqual({
      expandedPath: '/books/b/pages/1?tags=x&tags=y&filter[a]=1&p=1,2',
      params: { query: {}, header: { 'X-Trace': '7' } },
    });
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['an empty list', []],
    ['a list without values', [null]],
    ['an empty object', {}],
  ])('omits a query parameter that is %s', (_what, value) => {
    expect(write('query', 'form', value)?.expandedPath).toBe('/books/b/pages/1');
  });

  test.each([[[]], ['']])('omits a header field whose value is %j', (value) => {
    expect(write('header', 'simple', value)?.params.header).toEqual({});
  });

  test('accepts dots that are not the whole segment of a path, and dots in a header field', () => {
    expect(write('path', 'simple', ['a', '..'])?.expandedPath).toBe('/books/a,../pages/1');
    expect(write('header', 'simple', ['..'])?.params.header).toEqual({ p: '..' });
  });

  test('names the header field that cannot be sent', () => {
    expect(() => write('header', 'simple', 'a', {})).not.toThrow();
    expect(() => write('query', 'form', 1, { header: { 'X-Trace': 'a\nb' } })).toThrow(/^params\.header\["X-Trace"\]/);
  });

  test.each<[what: string, ParameterStyle, value: unknown, message: string]>([
    ['undefined', 'label', undefined, 'params.path.p must not be missing or empty'],
    ['an empty string', 'label', '', 'params.path.p must not be missing or empty'],
    ['a dot that a label would complete to ".."', 'label', '.', 'params.path.p must not be "." or ".."'],
    ['a list of two dots', 'simple', ['..'], 'params.path.p must not be "." or ".."'],
    ['an empty list', 'simple', [], 'params.path.p must not be empty'],
    ['a list with an empty string', 'label*', ['a', ''], 'params.path.p must not contain an empty value'],
    ['a list with null', 'matrix', [null, 'a'], 'params.path.p must not contain an empty value'],
    ['a list with a lone surrogate', 'simple', ['\ud800'], 'params.path.p must be well-formed Unicode'],
  ])('rejects a path parameter that is %s', (_what, style, value, message) => {
    expect(() => write('path', style, value)).toThrow(new TypeError(message));
  });

  test.each([
    ['a list in a list', [['a']]],
    ['an object in an object', { a: { b: 1 } }],
    ['a function in a list', [() => 'a']],
    ['a function', () => 'a'],
    ['a Set', new Set(['a'])],
    ['a Date', new Date(0)],
    ['NaN', Number.NaN],
  ])('rejects %s', (_what, value) => {
    const message = 'must be a string, a finite number, a boolean, or an array or a plain object of these';
    for (const place of ['path', 'query', 'header'] as const)
      expect(() => write(place, 'simple', value)).toThrow(new TypeError(`${nameIn(place)} ${message}`));
  });

  test.each<['path' | 'query' | 'header', ParameterStyle, value: unknown, separator: string]>([
    ['query', 'spaceDelimited', ['a b', 'c'], ' '],
    ['query', 'pipeDelimited', ['a|b'], '|'],
    ['query', '+form', ['a,b'], ','],
    ['query', '+form*', ['a&b'], '&'],
    ['header', 'simple', ['a,b'], ','],
    ['header', 'simple', { 'a,b': 1 }, ','],
    ['path', 'label*', ['1.5', '2'], '.'],
  ])(
    'rejects a %s parameter with style %s whose value contains its separator: %j',
    (place, style, value, separator) => {
      const message = `${nameIn(place)} must have no "${separator}" in its items or fields: it separates them in this style`;
      expect(() => write(place, style, value)).toThrow(new TypeError(message));
    },
  );

  test('rejects a header field with = in the name of a field', () => {
    expect(() => write('header', 'simple*', { 'a=b': 1 })).toThrow(/must have no "="/);
    expect(write('header', 'simple*', { a: 'b=c' })?.params.header).toEqual({ p: 'a=b=c' });
    expect(write('header', 'simple', { 'a=b': 1 })?.params.header).toEqual({ p: 'a=b,1' });
    expect(write('header', 'simple*', ['a=b'])?.params.header).toEqual({ p: 'a=b' });
  });

  test('sends only the items of a list, not its other properties', () => {
    expect(write('query', 'form', 'k-v'.match(/(\w)-(\w)/))?.expandedPath).toBe('/books/b/pages/1?p=k-v,k,v');
  });

  test('finds the style of a header field whose name is written in another case', () => {
    const styles = { [operationHash('GET', '/books', MODULUS)]: { 'header.x-ids': 'simple' } } as const;
    const written = parameterWriter(MODULUS, styles)('GET', '/books', {}, {}, { 'X-Ids': [1, 2] });
    expect(written?.params.header).toEqual({ 'X-Ids': '1,2' });
  });

  test('encodes the name of a parameter', () => {
    const styles = { [operationHash('GET', '/books', MODULUS)]: { 'query.a#b': 'form', 'query.a&b': 'deepObject' } };
    const writeBooks = parameterWriter(MODULUS, styles as Parameters<typeof parameterWriter>[1]);
    const query = { 'a#b': [1, 2], 'a&b': { c: 1 } };
    expect(writeBooks('GET', '/books', {}, query, {})?.expandedPath).toBe('/books?a%23b=1,2&a%26b%5Bc%5D=1');
  });

  test('reads each value once', () => {
    const reads: string[] = [];
    const once = (name: string, value: unknown) => ({
      enumerable: true,
      get: () => {
        reads.push(name);
        return value;
      },
    });
    const fields = Object.defineProperties({}, { x: once('x', 1) });
    const pathParameters = Object.defineProperties({}, { p: once('p', fields), page: once('page', 2) });
    const styles = { [operationHash('GET', PATH, MODULUS)]: { 'path.p': 'simple' } } as const;
    expect(parameterWriter(MODULUS, styles)('GET', PATH, pathParameters, {}, {})?.expandedPath).toBe(
      '/books/x,1/pages/2',
    );
    expect(reads).toEqual(['p', 'x', 'page']);
  });

  test('rejects header parameters that are not an object', () => {
    expect(() => write('query', 'form', 'a', { header: 'X-Trace' })).toThrow(
      new TypeError('params.header must be a plain object'),
    );
  });

  test('returns undefined for an operation without unusual styles', () => {
    expect(parameterWriter(MODULUS, {})('GET', PATH, {}, {}, {})).toBeUndefined();
  });
});

vi.mock('../../../src/generated/parameter-styles.js', async () => {
  const [{ operationHash }, { parameterWriter }] = await Promise.all([
    import('../../../src/operation-hash.js'),
    import('../../../src/options/parameter-styles.js'),
  ]);
  const styles = { [operationHash('DELETE', '/books/{ids}', 1e9)]: { 'path.ids': 'simple', 'query.only': 'form' } };
  return { writeParameters: parameterWriter(1e9, styles as Parameters<typeof parameterWriter>[1]) };
});

test('the client writes the parameters of an operation in the styles of the document', async () => {
  const { call, sent } = createScriptedClient([createResponse(204), createResponse(204)]);
  const query = { only: ['read', 'old'] };
  await call('DELETE', '/books/{ids}', { params: { path: { ids: ['b1', 'b2'] }, query } });
  await call('GET', '/books/{ids}', { params: { path: { ids: 'b1' }, query } });
  expect(sent.map(({ url }) => url)).toEqual([
    'https://acme.example.com/api/v2/books/b1,b2?only=read,old',
    'https://acme.example.com/api/v2/books/b1?only=read&only=old',
  ]);
});
