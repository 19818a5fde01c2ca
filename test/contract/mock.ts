import type { TestProject } from 'vitest/node';
import { findApi } from '../../scripts/openapi/document.ts';
import { startPrism } from '../../scripts/process/prism.ts';

/** Starts the mock before the contract tests, and returns a function that stops the mock after the tests. */
export default async function startMock(project: TestProject): Promise<() => Promise<void>> {
  const { file } = await findApi();
  const mock = await startPrism(['mock', file]);
  project.provide('mockUrl', mock.url);
  return () => mock.stop();
}
