import { join } from 'node:path';
import { callUrl, headerTexts } from 'tools-contract/request-parts';
import {
  type DerivedOperation,
  deriveOperations,
  listOperations,
  type OperationEntry,
} from 'tools-document/operations';
import { readDocument } from 'tools-document/read';
import { type SampleCall, sampleCall } from 'tools-document/samples';
import { expect, onTestFinished, test } from 'vitest';
import { largeDocument } from '../../../../test/support/large-document.ts';
import { buildSynthetic, call, type SyntheticPackage } from '../../../../test/support/synthetic-sandbox.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';

type Started = Awaited<ReturnType<SyntheticPackage['start']>>;

/** Sends the sample call of an operation, with the ids of the initial item of its resource. */
async function callWithSample(
  sandbox: Started,
  entry: OperationEntry,
  { resource = '', outerNames, idParameter = '' }: DerivedOperation,
  { params, body, mediaType }: SampleCall,
) {
  const [key = ''] = sandbox.resources[resource]?.keys() ?? [];
  const parts = key.split('/').map(decodeURIComponent);
  const ids = Object.fromEntries([...outerNames, idParameter].map((name, index) => [name, parts[index]]));
  const path = sandbox.resources[resource] === undefined ? params.path : ids;
  const headers = headerTexts(params.header);
  const type = mediaType === undefined || body instanceof URLSearchParams ? [] : [['Content-Type', mediaType]];
  return await call(sandbox, entry.method, callUrl(entry, { ...params, path }), {
    body: body instanceof Blob ? await body.text() : body,
    headers: { Authorization: `Bearer ${await sandbox.issueToken()}`, ...headers, ...Object.fromEntries(type) },
  });
}

test('every operation of a large document returns its documented status, and the sandbox simulates the state of most operations', async () => {
  const folder = temporaryFolder({ 'large.json': JSON.stringify(largeDocument(60)) });
  const document = await readDocument(join(folder, 'large.json'));
  const built = await buildSynthetic(document);
  onTestFinished(() => built.remove());
  const sandbox = await built.start();
  const derived = deriveOperations(document);

  const unexpected: unknown[] = [];
  for (const [index, entry] of listOperations(document).entries()) {
    const operation = derived[index];
    const sample = sampleCall(document, entry);
    if (operation === undefined || sample.params === undefined) continue;
    sandbox.reset();
    // Remove the initial item, because the sample body can have the same id.
    if (operation.kind === 'create') sandbox.resources[operation.resource ?? '']?.clear();
    const { status, body } = await callWithSample(sandbox, entry, operation, sample);
    if (status !== operation.success.status) unexpected.push([entry.method, entry.path, status, body]);
  }
  expect(unexpected).toEqual([]);
  expect(sandbox.notSimulated.length).toBeLessThan(derived.length / 4);
});
