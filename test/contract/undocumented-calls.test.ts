// Tests that the mock rejects requests without a token, and methods and paths that the document does not have. These
// tests use fetch, because the client always sends a token, and its types allow only documented methods and paths.

import { pathWith } from 'tools-contract/calls';
import { findApi, listOperations, type OperationEntry, readDocument, sampleCall, uncallable } from 'tools-document';
import { describe, expect, inject, test } from 'vitest';
import { undocumentedCalls } from './undocumented-calls.ts';

const { file } = await findApi();
const document = await readDocument(file);
/** The operations that the suite can call. The tests in `operations.test.ts` report all other operations. */
const operations = listOperations(document).filter(
  (operation) => uncallable(document, operation) === undefined && sampleCall(document, operation).skipped === undefined,
);
const schemes = document.components?.securitySchemes ?? {};
/** Whether each alternative of the security of an operation has a declared scheme. An empty alternative needs no token. */
function isSecured({ operation }: OperationEntry): boolean {
  const alternatives = operation.security ?? document.security ?? [];
  const needsScheme = (alternative: object) => Object.keys(alternative).some((name) => schemes[name] !== undefined);
  return alternatives.length > 0 && alternatives.every(needsScheme);
}

const samplePath = (operation: OperationEntry): string =>
  pathWith(operation.path, sampleCall(document, operation).params?.path ?? {});

describe.each(operations.filter(isSecured))('$id', (operation) => {
  test('returns 401 for a request without a token', async () => {
    const response = await fetch(inject('mockUrl') + samplePath(operation), { method: operation.method });
    expect(response.status).toBe(401);
  });
});

/** One undocumented method for each path of the operations, with sample parameters. */
const undocumentedMethods = undocumentedCalls(
  document,
  operations.map((operation) => ({ path: operation.path, sample: samplePath(operation) })),
);

test.each(undocumentedMethods)(
  'the mock returns 405 for $method $path, a method that the document does not have',
  async ({ method, sample }) => {
    const response = await fetch(inject('mockUrl') + sample, {
      method,
      headers: { Authorization: 'Bearer any-token' },
    });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ type: 'https://stoplight.io/prism/errors#NO_METHOD_MATCHED_ERROR' });
  },
);

test('the mock returns 404 for a path that the document does not have', async () => {
  const response = await fetch(`${inject('mockUrl')}/not-in-the-document`, {
    headers: { Authorization: 'Bearer any-token' },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ type: 'https://stoplight.io/prism/errors#NO_PATH_MATCHED_ERROR' });
});
