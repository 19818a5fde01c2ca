// Tests checks of the contract suite with a client that returns a CSV file.

import { inspect } from 'node:util';
import type { OpenApiDocument } from 'tools-document/model';
import { deriveOperations, listOperations } from 'tools-document/operations';
import { expect, test } from 'vitest';
import { callOperation } from '../src/suite/operation-call.ts';
import { contractTests } from '../src/suite/suite.ts';
import type { ContractTarget } from '../src/suite/target.ts';
import { recordedCall } from './recorded-call.ts';

const documentWith = (content: Readonly<Record<string, object>>): OpenApiDocument => ({
  info: { title: 'Books', version: '1' },
  paths: { '/books': { get: { responses: { 200: { description: 'The books.', content } } } } },
});

/** Runs the only test of an operation whose response has these media types. */
async function run(content: Readonly<Record<string, object>>): Promise<void> {
  const response = new Response('Emma,1815', { headers: { 'Content-Type': 'text/csv' } });
  const client = { GET: async () => ({ data: response, response }) };
  const target: ContractTarget = {
    situations: (_operation, documented) =>
      documented.map((one) => ({
        when: 'a call',
        status: '200',
        response: one,
        // The cast is safe: the test calls only GET.
        arrange: async () => ({ client: client as never, init: {} }),
      })),
    stop: async () => {},
  };
  for (const one of contractTests(documentWith(content), target, Error as never)) await one.run?.();
}

test('a response that is not the documented JSON fails a test, because the suite does not compare it', async () => {
  await expect(run({ 'application/json': {}, 'text/csv': {} })).rejects.toThrow('the suite compares only JSON');
});

test('a response passes a test if the document shows only its media type', async () => {
  await expect(run({ 'text/csv': {} })).resolves.toBeUndefined();
});

test('a response fails a test if only a sequence calls its operation', async () => {
  const document = documentWith({ 'text/csv': {} });
  const [entry] = listOperations(document);
  const [derived] = deriveOperations(document);
  const steps = entry && derived ? [{ kind: 'list' as const, operation: { entry, derived } }] : [];
  const target: ContractTarget = {
    situations: () => [],
    sequences: [{ title: 'a list of books', steps }],
    calls: [recordedCall({ operation: entry, headers: { 'content-type': 'text/html' }, text: '<html>' })],
    stop: async () => {},
  };
  const [found] = contractTests(document, target, Error as never);
  await expect(found?.run?.()).rejects.toThrow(
    'GET /books with the calls of all other tests: the document (#/paths/~1books/get/responses) shows other responses; 200: content type: `text/html` instead of `text/csv` came',
  );
});

test('callOperation() throws an error without its cause, which can contain the response', async () => {
  const failure = Object.assign(new Error('GET /books: no response', { cause: new Error('secret') }), {
    data: 'secret',
  });
  const client = { GET: () => Promise.reject(failure) };
  const error = await callOperation(client as never, { method: 'GET', path: '/books', operation: {} }, {}).catch(
    Object,
  );
  expect(inspect(error)).toContain('GET /books: no response');
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret');
});
