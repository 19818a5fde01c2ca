// The contract suite for the mock, the sandbox and a live tenant: tests every documented response of every operation.

import { findApi, groupBy, listOperations, readDocument } from 'tools-document';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { documentedResponses } from './cases.ts';
import { contractTests } from './suite.ts';
import { startTarget } from './targets/start-target.ts';

const STOP_TIMEOUT_MS = 120_000;

const { file } = await findApi();
const document = await readDocument(file);
const target = await startTarget(inject('target'), document, inject('mockUrl'));
// Stopping a target can take seconds, because the target compares all calls with the document.
afterAll(() => target.stop(), STOP_TIMEOUT_MS);

for (const [group, tests] of groupBy(contractTests(document, target), (one) => one.group)) {
  describe(group, () => {
    for (const { title, run } of tests) {
      if (run === undefined) test.skip(title);
      else test(title, run);
    }
  });
}

// Run these tests only for the mock: for the other targets, a situation is planned for each response.
if (inject('target') === 'prism') {
  test.each(listOperations(document))('$id has a situation for every documented response', (operation) => {
    const responses = documentedResponses(document, operation);
    const situations = target.situations(operation, responses);
    const missing = responses.filter((response) => !situations.some((situation) => situation.response === response));
    expect(missing.map(({ documented }) => documented)).toEqual([]);
  });
}
