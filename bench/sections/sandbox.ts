import { measureSandboxLoad } from './sandbox-load.ts';
import { measureSandboxStart } from './sandbox-start.ts';
import type { Findings } from './section.ts';

/** Measures the start of the sandbox, its throughput and its memory over a million requests. */
export async function measureSandbox(): Promise<Findings> {
  const parts = [await measureSandboxStart(), await measureSandboxLoad()];
  return {
    tables: parts.flatMap(({ tables }) => tables),
    targets: parts.flatMap(({ targets }) => targets),
    notes: parts.flatMap(({ notes }) => notes),
  };
}
