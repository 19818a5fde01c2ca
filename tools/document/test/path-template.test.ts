import { describe, expect, test } from 'vitest';
import {
  beforeLastParameter,
  fillTemplate,
  itemPath,
  literalSegments,
  parameterNames,
  templateOf,
  templatePattern,
  valuesInPath,
} from '../src/operations/path-template.ts';

const PATH = '/shelves/{shelf_id}/books/{id}.{format}';

describe('path templates', () => {
  test('parameterNames() lists the parameters of a path in their order, also several in one segment', () => {
    expect(parameterNames(PATH)).toEqual(['shelf_id', 'id', 'format']);
  });

  test('templateOf() makes paths equal that differ only in the names of their parameters', () => {
    expect(templateOf(PATH)).toBe('/shelves/{}/books/{}.{}');
  });

  test('fillTemplate() replaces a parameter and its braces', () => {
    expect(fillTemplate('/books/{id}.json', (name) => `<${name}>`)).toBe('/books/<id>.json');
  });

  test('templatePattern() escapes the literal parts of a path and matches no slash in a parameter', () => {
    const pattern = new RegExp(`^${templatePattern(PATH, '([^/]+)')}$`);
    expect(pattern.exec('/shelves/1/books/2.csv')?.slice(1)).toEqual(['1', '2', 'csv']);
    expect(pattern.test('/shelves/1/books/2-csv')).toBe(false);
    expect(pattern.test('/shelves/1/2/books/3.csv')).toBe(false);
  });

  test('valuesInPath() decodes the values of the parameters', () => {
    expect(valuesInPath(PATH, '/shelves/1/books/a%2Fb.csv')).toEqual({ shelf_id: '1', id: 'a/b', format: 'csv' });
  });

  test.for([
    { path: '/books/{id}', item: { collection: '/books', idParameter: 'id' } },
    { path: '/books/{id}/cover', item: undefined },
    { path: '/{id}', item: undefined },
  ])('itemPath() returns $item for $path', ({ path, item }) => {
    expect(itemPath(path)).toEqual(item);
  });

  test.for([
    { path: '/books/{id}/cover', before: '/books' },
    { path: '/books', before: '/books' },
  ])('beforeLastParameter() returns $before for $path', ({ path, before }) => {
    expect(beforeLastParameter(path)).toBe(before);
  });

  test('literalSegments() leaves out every segment with a parameter', () => {
    expect(literalSegments('/v1/books/{id}.json')).toEqual(['v1', 'books']);
  });
});
