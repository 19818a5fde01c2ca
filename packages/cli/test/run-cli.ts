import { PassThrough, Readable } from 'node:stream';
import { type Sandbox, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { onTestFinished } from 'vitest';
import { operations } from '#generated/operations.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { runCommandLine } from '../src/command-line.ts';
import type { CommandOperation } from '../src/command-operation.ts';

export const DELETE = ['guardian', 'enrollments', 'delete'] as const;
export const READ = ['token-exchange-profiles', 'read'] as const;
export const OPERATION = 'delete_guardian_enrollments_by_id';

/** A text with which a server could set the title of a terminal, clear it, change its colors, and reverse text. */
export const HOSTILE = '\u001b]0;title\u0007\u001b[2J\u009b31m\u202edesrever\r\nforged line\u2028';

/** Matches every character that a terminal would interpret, except the line end. */
export const CONTROL = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

export interface EndedCommand {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with each text that the command writes to stderr. */
  readonly onStderr?: (text: string) => void;
  /** @default the operations of the document of this project */
  readonly commands?: readonly CommandOperation[];
}

/** Runs the command line in this process, with streams that are not terminals. */
export async function runCli(
  args: readonly string[],
  { stdin = '', env = {}, signal = new AbortController().signal, onStderr, commands = operations }: RunOptions = {},
): Promise<EndedCommand> {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    streams[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      if (name === 'stderr') onStderr?.(text);
    });
  }
  const status = await runCommandLine(commands, args, {
    ...streams,
    stdin: Readable.from([Buffer.from(stdin)]),
    env,
    signal,
  });
  // The streams emit the last texts after `runCommandLine` has resolved.
  await Promise.all([streams.stdout, streams.stderr].map((stream) => new Promise((end) => stream.end(end))));
  return { status, ...texts };
}

/** A sandbox, and the environment variables with which the command line uses the sandbox. */
export interface TestTenant {
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
  /** Folder of the journals and of the tenants file. */
  readonly folder: string;
  /** Runs the command line with the variables. */
  run(args: readonly string[], options?: RunOptions): Promise<EndedCommand>;
  /** Returns the ids of all requests to delete an enrollment, in the order of the requests. */
  deletedIds(): string[];
}

/** Starts a sandbox with a very high rate limit. The sandbox is closed when the test ends. */
export async function startTenant(options: SandboxOptions = {}): Promise<TestTenant> {
  const sandbox = await startSandbox({ rateLimit: { limit: 10_000, perSecond: 10_000 }, ...options });
  onTestFinished(() => sandbox.close());
  const folder = temporaryFolder();
  const env = {
    TENANT_BASE_URL: sandbox.baseUrl,
    TENANT_CLIENT_ID: sandbox.credentials.clientId,
    TENANT_CLIENT_SECRET: sandbox.credentials.clientSecret,
    XDG_STATE_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  return {
    sandbox,
    env,
    folder,
    run: (args, runOptions = {}) => runCli(args, { ...runOptions, env: { ...env, ...runOptions.env } }),
    deletedIds: () =>
      sandbox.requests.flatMap(({ operation, params }) => (operation === OPERATION ? (params?.['id'] ?? '') : [])),
  };
}

/** Returns distinct ids whose alphabetical order differs from their order in the list. */
export const createIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `dev_${(index * 7919) % 100_003}`);

/** Returns enrollments with ids, for the option of a sandbox. */
export const enrollments = (ids: readonly string[]) => ({ enrollments: ids.map((id) => ({ id })) });
