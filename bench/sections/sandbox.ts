import type { Findings } from '../section.ts';
import { measureSandboxLoad } from './sandbox-load.ts';
import { measureSandboxStart } from './sandbox-start.ts';

/** What the sandbox costs: its start, a request, and its memory over a million of them. */
export async function measureSandbox(): Promise<Findings> {
  const parts = [await measureSandboxStart(), await measureSandboxLoad()];
  return {
    tables: parts.flatMap(({ tables }) => tables),
    targets: parts.flatMap(({ targets }) => targets),
    charts: parts.flatMap(({ charts }) => charts),
    notes: parts.flatMap(({ notes }) => notes),
  };
}
