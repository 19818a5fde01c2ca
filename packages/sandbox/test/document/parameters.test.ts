// Tests which parameters of a document the sandbox reads, and how.
import type { Parameter } from 'tools-document';
import { expect, test } from 'vitest';
import { call } from '../../../../test/support/synthetic-sandbox.ts';
import { readableParameters } from '../../derive/built-parameters.ts';
import { buildPaths } from './small-document.ts';

test('readableParameters() omits cookies, ignored header fields, and header fields whose names are not valid', () => {
  const header = (name: string): Parameter => ({ name, in: 'header' });
  const query: Parameter = { name: 'page size', in: 'query' };
  const cookie: Parameter = { name: 'session', in: 'cookie' };
  const parameters = [header('X-Trace'), header('page size'), header('Authorization'), query, cookie];
  expect(readableParameters(parameters)).toEqual([header('X-Trace'), query]);
});

test('the sandbox accepts a list and null in the query, and rejects other types', async () => {
  const schema = { type: 'array', items: { type: 'integer' }, minItems: 1 };
  const responses = { 200: { description: '' }, 400: { description: '' } };
  const parameters: Parameter[] = [
    { name: 'ids', in: 'query', schema },
    { name: 'size', in: 'query', schema: { type: 'integer' } },
    { name: 'count', in: 'query', schema: { type: ['number', 'null'] } },
  ];
  const built = await buildPaths({ '/books': { get: { operationId: 'list', parameters, responses } } });
  const sandbox = await built.start();
  const statusOf = async (query: string) => (await call(sandbox, 'GET', `/books?${query}`)).status;
  const statuses = ['ids=1', 'ids=1&ids=2', 'ids=a', 'ids=1,2', 'size=1', 'size=1&size=2'];
  const nullable = ['count=1.5', 'count=', 'count=null', 'count=a'];
  expect(await Promise.all(statuses.map(statusOf))).toEqual([200, 200, 400, 400, 200, 400]);
  expect(await Promise.all(nullable.map(statusOf))).toEqual([200, 200, 200, 400]);
});
