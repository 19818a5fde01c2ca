import { startMock as startPrismMock } from 'tools-contract/prism';
import { findApi, readDocument } from 'tools-document';
import type { TestProject } from 'vitest/node';

/** Starts the mock before the contract tests, and returns a function that stops the mock after the tests. */
export default async function startMock(project: TestProject): Promise<() => Promise<void>> {
  const { file } = await findApi();
  const mock = await startPrismMock(await readDocument(file));
  project.provide('mockUrl', mock.url);
  return () => mock.stop();
}
