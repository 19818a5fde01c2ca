import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { onTestFinished } from 'vitest';

const OPERATION = 'delete_guardian_enrollments_by_id';

/** A program that has ended. */
interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the index of each item that a journal has a line for. */
export const indexesOf = (journalLines: readonly string[]): number[] =>
  journalLines.slice(1).map((line) => Number(line.split(' ')[0]));

/** Returns the ids that examples/bulk-delete.js has printed as not found. Throws if another line was printed. */
export function missingIds(stdout: string): string[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [id = '', message = ''] = line.split(': ');
      if (message !== 'not found') throw new Error(`unexpected line: ${line}`);
      return id;
    });
}

/** A sandbox with enrollments, and a CSV file with their ids. */
export interface DeleteJob {
  readonly ids: readonly string[];
  readonly sandbox: Sandbox;
  /**
   * Runs examples/bulk-delete.js. With `stopAt`, sends a signal to the program when the sandbox has responded to
   * `stopAt.request` requests of this run to delete an enrollment.
   */
  run(stopAt?: { readonly request: number; readonly signal: NodeJS.Signals }): Promise<Ended>;
  /** Returns the number of requests to delete each enrollment, by id. */
  requestsById(): Map<string, number>;
  /** Returns the lines of the journal. A line without its line end is not included. */
  journalLines(): string[];
}

/**
 * Starts a sandbox, and writes the file `ids.csv` into a folder.
 *
 * @param example Path of the example.
 * @param node Path of the Node that runs the example.
 */
export async function createDeleteJob(
  folder: string,
  { example, node, count }: { example: string; node: string; count: number },
): Promise<DeleteJob> {
  const ids = Array.from({ length: count }, (_, index) => `enr_${1_000_000 + index * 7919}`);
  const csv = join(folder, 'ids.csv');
  await writeFile(csv, `\uFEFFid,name\r\n${ids.map((id, index) => `"${id}",user ${index}\r\n`).join('')}`);
  let child: ChildProcess | undefined;
  let stop: { request: number; signal: NodeJS.Signals } | undefined;
  let requests = 0;
  const sandbox = await startSandbox({
    enrollments: ids.map((id) => ({ id })),
    rateLimit: { limit: 1_000, perSecond: 1_000 },
    onRequest: ({ operation }) => {
      if (operation === OPERATION) requests += 1;
      if (requests === stop?.request) child?.kill(stop.signal);
    },
  });
  onTestFinished(() => sandbox.close());

  return {
    ids,
    sandbox,
    run: async (stopAt) => {
      stop = stopAt && { ...stopAt, request: requests + stopAt.request };
      const { clientId, clientSecret } = sandbox.credentials;
      const env = {
        ...process.env,
        TENANT_BASE_URL: sandbox.baseUrl,
        TENANT_CLIENT_ID: clientId,
        TENANT_CLIENT_SECRET: clientSecret,
      };
      child = spawn(node, [example, csv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      onTestFinished(() => void child?.kill('SIGKILL'));
      let stdout = '';
      let stderr = '';
      child.stdout?.setEncoding('utf8').on('data', (text) => {
        stdout += text;
      });
      child.stderr?.setEncoding('utf8').on('data', (text) => {
        stderr += text;
      });
      const [status, signal] = await once(child, 'close');
      return { status, signal, stdout, stderr };
    },
    requestsById: () => {
      const counts = new Map<string, number>();
      for (const { operation, params } of sandbox.requests) {
        const id = params?.['id'] ?? '';
        if (operation === OPERATION) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    },
    journalLines: () => readFileSync(`${csv}.journal`, 'utf8').split('\n').slice(0, -1),
  };
}
