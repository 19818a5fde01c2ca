import { describe, expect, test } from 'vitest';
import type { TryItCall } from '../../reference/operation/try-it-calls.ts';
import { callOptions } from './call-options.ts';

const CALL: TryItCall = {
  method: 'POST',
  path: '/items/{id}',
  basePath: '/v1',
  parameters: [
    { name: 'id', in: 'path', required: true, sample: 'item_1' },
    { name: 'page', in: 'query', required: false, sample: 2 },
    { name: 'fields', in: 'query', required: false, sample: ['id'] },
    { name: 'name', in: 'query', required: false },
    { name: 'X-Trace', in: 'header', required: false, sample: 7 },
  ],
};

/** The form with the texts of some fields; the other fields are empty. */
function formWith(texts: Readonly<Record<string, string>>): FormData {
  const fields = new FormData();
  for (const { name, in: place } of CALL.parameters) fields.set(`${place}.${name}`, '');
  for (const [name, text] of Object.entries(texts)) fields.set(name, text);
  return fields;
}

describe('callOptions()', () => {
  test('omits empty query and header parameters, and passes an empty path parameter to the client', () => {
    expect(callOptions(CALL, formWith({}))).toEqual({ params: { path: { id: '' }, query: {}, header: {} } });
  });

  test('parses a query parameter as JSON only if its sample is not a string', () => {
    const fields = formWith({ 'path.id': '12', 'query.page': '3', 'query.fields': '["id","name"]', 'query.name': '4' });
    expect(callOptions(CALL, fields).params).toEqual({
      path: { id: '12' },
      query: { page: 3, fields: ['id', 'name'], name: '4' },
      header: {},
    });
  });

  test('passes header fields, and query parameters that are not valid JSON, as text', () => {
    const { query, header } = callOptions(CALL, formWith({ 'query.page': 'last', 'header.X-Trace': '8' })).params;
    expect({ query, header }).toEqual({ query: { page: 'last' }, header: { 'X-Trace': '8' } });
  });

  test.each([
    ['json', { name: 'A', tags: ['b'] }],
    ['form', new URLSearchParams({ name: 'A', tags: '["b"]' })],
  ] as const)('converts the JSON text of the form to a body of the type %s', (type, expected) => {
    const fields = formWith({ body: '{ "name": "A", "tags": ["b"] }' });
    expect(callOptions({ ...CALL, body: { type, required: true } }, fields).body).toEqual(expected);
  });

  test('returns the fields of a multipart body as FormData', () => {
    const fields = formWith({ body: '{ "name": "A", "count": 1 }' });
    const { body } = callOptions({ ...CALL, body: { type: 'multipart', required: true } }, fields);
    expect(body).toBeInstanceOf(FormData);
    expect([...(body as FormData)]).toEqual([
      ['name', 'A'],
      ['count', '1'],
    ]);
  });

  test('omits an empty body, and a body that the operation does not have', () => {
    const withBody: TryItCall = { ...CALL, body: { type: 'json', required: false } };
    expect(callOptions(withBody, formWith({ body: ' ' }))).not.toHaveProperty('body');
    expect(callOptions(CALL, formWith({ body: '{}' }))).not.toHaveProperty('body');
  });

  test('throws if the body is not valid JSON', () => {
    const withBody: TryItCall = { ...CALL, body: { type: 'json', required: true } };
    expect(() => callOptions(withBody, formWith({ body: '{' }))).toThrow('The body must be valid JSON: ');
  });
});
