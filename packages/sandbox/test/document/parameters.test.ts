// Tests which parameters of a document the sandbox reads, and how.
import type { OpenApiDocument, Parameter } from 'tools-document';
import { expect, onTestFinished, test } from 'vitest';
import { buildSynthetic, call } from '../../../../test/support/synthetic-sandbox.ts';
import { readableParameters } from '../../derive/built-parameters.ts';

test('readableParameters() omits cookies, ignored header fields, and header fields whose names are not valid', () => {
  const header = (name: string): Parameter => ({ name, in: 'header' });
  const query: Parameter = { name: 'page size', in: 'query' };
  const cookie: Parameter = { name: 'session', in: 'cookie' };
  const parameters = [header('X-Trace'), header('page size'), header('Authorization'), query, cookie];
  expect(readableParameters(parameters)).toEqual([header('X-Trace'), query]);
});

test('the sandbox accepts a list in the query, and rejects items of another type', async () => {
  const schema = { type: 'array', items: { type: 'integer' }, minItems: 1 };
  const responses = { 200: { description: '' }, 400: { description: '' } };
  const parameters: Parameter[] = [
    { name: 'ids', in: 'query', schema },
    { name: 'size', in: 'query', schema: { type: 'integer' } },
  ];
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: { '/books': { get: { operationId: 'list', parameters, responses } } },
  };
  const built = await buildSynthetic(document);
  onTestFinished(() => built.remove());
  const sandbox = await built.start();
  const statusOf = async (query: string) => (await call(sandbox, 'GET', `/books?${query}`)).status;
  const statuses = ['ids=1', 'ids=1&ids=2', 'ids=a', 'ids=1,2', 'size=1', 'size=1&size=2'];
  expect(await Promise.all(statuses.map(statusOf))).toEqual([200, 200, 400, 400, 200, 400]);
});
