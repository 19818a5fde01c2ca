// Requests that the client cannot send, with plain fetch.
import { describe, expect, inject, test } from 'vitest';
import { findApi, listOperations, type OperationEntry, readDocument } from '../../scripts/openapi/document.ts';
import { pathWith, sampleCall } from '../../scripts/openapi/sample.ts';

const { file } = await findApi();
const document = await readDocument(file);
const operations = listOperations(document);
const isSecured = ({ operation }: OperationEntry) => (operation.security ?? document.security ?? []).length > 0;

/** URL of an operation on the mock, with sample parameters. */
function sampleUrl(placed: OperationEntry): string {
  return inject('mockUrl') + pathWith(placed, sampleCall(document, placed).params.path);
}

describe.each(operations.filter(isSecured))('$id', (placed) => {
  test('401: the mock refuses a request without a token', async () => {
    const response = await fetch(sampleUrl(placed), { method: placed.method });
    expect(response.status).toBe(401);
  });
});

/** For each path, a method that the document does not have for the path, and an operation that it has. */
const wrongMethods = Object.entries(document.paths).flatMap(([path, item]) => {
  const wrong = (['put', 'post', 'patch', 'delete'] as const).find((method) => item[method] === undefined);
  const placed = operations.find((operation) => operation.path === path);
  return wrong === undefined || placed === undefined ? [] : [{ path, wrong: wrong.toUpperCase(), placed }];
});

test.each(wrongMethods)(
  '405: the mock refuses $wrong $path, which the document does not have',
  async ({ wrong, placed }) => {
    const response = await fetch(sampleUrl(placed), { method: wrong, headers: { Authorization: 'Bearer any-token' } });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ type: 'https://stoplight.io/prism/errors#NO_METHOD_MATCHED_ERROR' });
  },
);

test('404: the mock refuses a path that the document does not have', async () => {
  const response = await fetch(`${inject('mockUrl')}/not-in-the-document`, {
    headers: { Authorization: 'Bearer any-token' },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ type: 'https://stoplight.io/prism/errors#NO_PATH_MATCHED_ERROR' });
});
