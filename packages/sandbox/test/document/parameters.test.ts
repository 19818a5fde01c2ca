// Tests which parameters of a document the sandbox reads.
import type { Parameter } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { readableParameters } from '../../build/built-parameters.ts';

test('readableParameters() omits cookies, ignored header fields, and header fields whose names are not valid', () => {
  const header = (name: string): Parameter => ({ name, in: 'header' });
  const query: Parameter = { name: 'page size', in: 'query' };
  const cookie: Parameter = { name: 'session', in: 'cookie' };
  const parameters = [header('X-Trace'), header('page size'), header('Authorization'), query, cookie];
  expect(readableParameters(parameters)).toEqual([header('X-Trace'), query]);
});
