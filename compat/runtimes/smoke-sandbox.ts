import { startSandbox } from 'tenant-management-sandbox';
import { ID } from '../../test/faults/cases/case.ts';
import type { SmokeSettings } from './messages.ts';

/** The sandbox of the smoke test. */
export interface SmokeSandbox {
  settings(hasFiles: boolean): Promise<SmokeSettings>;
  close(): Promise<void>;
}

/** Starts a sandbox with a profile and three enrollments. */
export async function startSmokeSandbox(): Promise<SmokeSandbox> {
  const enrollments = ['dev_1', 'dev_2', 'dev_3'];
  const sandbox = await startSandbox({ profiles: [{ id: ID }], enrollments: enrollments.map((id) => ({ id })) });
  return {
    settings: async (hasFiles) => {
      const token = await sandbox.issueToken();
      return { baseUrl: sandbox.baseUrl, token, profile: ID, enrollments, hasFiles };
    },
    close: () => sandbox.close(),
  };
}
