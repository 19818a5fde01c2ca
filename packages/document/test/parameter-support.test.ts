import { describe, expect, test } from 'vitest';
import { type OpenApiDocument, type Parameter, parameterStyle } from '../src/index.ts';

const ARRAY = { type: 'array', items: { type: 'string' } };
const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };
const TEXT = { type: 'string' };

const document: OpenApiDocument = { info: { title: 'Books', version: '1' }, paths: {} };

// The cast is safe: each test passes the other members of a parameter.
const styleOf = (parameter: object): string | undefined =>
  parameterStyle(document, { name: 'p', ...parameter } as Parameter);

describe('parameterStyle()', () => {
  test.for<[style: string, parameter: object]>([
    ['form', { in: 'query', explode: false, schema: ARRAY }],
    ['form*', { in: 'query', schema: ARRAY }],
    ['form*', { in: 'query', style: 'pipeDelimited', explode: true, schema: ARRAY }],
    ['deepObject', { in: 'query', style: 'deepObject', schema: OBJECT }],
    ['form', { in: 'query', explode: false, schema: { anyOf: [TEXT, ARRAY] } }],
    ['form*', { in: 'query', schema: OBJECT }],
    ['pipeDelimited', { in: 'query', style: 'pipeDelimited', schema: ARRAY }],
    ['spaceDelimited', { in: 'query', style: 'spaceDelimited', explode: false, schema: OBJECT }],
    ['+form*', { in: 'query', allowReserved: true, schema: TEXT }],
    ['+form', { in: 'query', allowReserved: true, style: 'foo', explode: false, schema: TEXT }],
    ['form*', { in: 'query', schema: { anyOf: [ARRAY, OBJECT] } }],
    ['form*', { in: 'query', schema: { additionalProperties: TEXT } }],
    ['form', { in: 'query', explode: false, schema: { prefixItems: [TEXT] } }],
    ['+form*', { in: 'query', allowReserved: true, style: 'pipeDelimited', explode: true, schema: ARRAY }],
    ['+deepObject*', { in: 'query', allowReserved: true, style: 'deepObject', explode: true, schema: OBJECT }],
    ['simple', { in: 'path', schema: ARRAY }],
    ['simple*', { in: 'header', explode: true, schema: OBJECT }],
    ['label*', { in: 'path', style: 'label', explode: true, schema: TEXT }],
    ['matrix*', { in: 'path', style: 'matrix', explode: true, schema: ARRAY }],
  ])('returns %s for %j', ([style, parameter]) => {
    expect(styleOf(parameter)).toBe(style);
  });

  test.for<[what: string, parameter: object]>([
    ['a text in a query', { in: 'query', explode: false, schema: TEXT }],
    ['a text in a path', { in: 'path', allowReserved: true, schema: TEXT }],
    ['a text in a header field', { in: 'header', schema: TEXT }],
    ['a parameter with content', { in: 'query', content: { 'application/json': { schema: OBJECT } } }],
    ['a parameter that the client cannot write', { in: 'query', style: 'deepObject', schema: ARRAY }],
  ])('returns undefined for %s', ([, parameter]) => {
    expect(styleOf(parameter)).toBeUndefined();
  });
});
