import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { type Fetch, NetworkError } from 'tenant-management-client';
import { createPacer } from 'tenant-management-client/bulk';
import type { CommandOperation } from '../command-operation.js';
import { UsageError } from '../exit-status.js';
import type { Credentials } from './credentials.js';
import { createPace } from './pace.js';

/** The result of a call of the client, without the types of the operations. */
export interface UntypedResult {
  readonly data?: unknown;
  readonly error?: Error;
  readonly response?: Response;
  /** Number of requests, if the call got a response. */
  readonly attempts?: number | undefined;
}

/** The methods of the client, without the types of the operations, because the command is known only at run time. */
type UntypedClient = Readonly<Record<string, (path: string, init: object) => Promise<UntypedResult>>>;

export type Connection = ReturnType<typeof connect>;

/**
 * Creates the client for an operation.
 *
 * @param maxRate Largest number of calls per second.
 * @throws UsageError If the client does not support the method of the operation.
 */
export function connect(credentials: Credentials, { method, path }: CommandOperation, maxRate?: number) {
  const pacer = createPacer();
  /** Number of requests of a call by URL: a call can also send token requests. */
  const calls = new AsyncLocalStorage<Map<string, number>>();
  const fetch: Fetch = async (request, init) => {
    const sent = calls.getStore();
    sent?.set(request.url, (sent.get(request.url) ?? 0) + 1);
    return credentials.fetch(request, init);
  };
  const { [method]: call } = credentials.createClient(pacer, fetch) as unknown as UntypedClient;
  if (call === undefined) throw new UsageError(`the client does not support ${method} operations`);
  return {
    pacer,
    /** Waits until `--max-rate` allows another call, so that its requests hardly wait, and none after an interruption. */
    pace: createPace(maxRate),
    /** Calls the operation. If the content of the response is not JSON, `data` is its text. */
    call: async (init: object): Promise<UntypedResult> => {
      const sent = new Map<string, number>();
      const result = await calls.run(sent, () => call(path, init));
      return { attempts: sent.get(result.response?.url ?? ''), ...(await readUnread(result, { method, path })) };
    },
  };
}

/**
 * Time limit for reading the whole body of a `Response` in `data`, in milliseconds. The timeout of the client
 * does not include this time, because the client returns earlier. The value is the default of the client's timeout.
 */
const BODY_TIMEOUT_MS = 60_000;

/**
 * Reads `data` as text if it is a `Response`: the client returns content other than JSON unread. If the text cannot be
 * read, the result has an error.
 *
 * @param operation Method and path of the operation, for the error.
 * @param createTimeout Creates a signal that is aborted when reading the body takes too long.
 */
export async function readUnread(
  result: UntypedResult,
  operation: Pick<CommandOperation, 'method' | 'path'>,
  createTimeout = () => AbortSignal.timeout(BODY_TIMEOUT_MS),
): Promise<UntypedResult> {
  if (!(result.data instanceof Response)) return result;
  const { body } = result.data;
  if (body === null) return { ...result, data: '' };
  try {
    // The cast is safe: the two declarations of ReadableStream differ only in their TypeScript types.
    return { ...result, data: await text(Readable.fromWeb(body as ReadableStream, { signal: createTimeout() })) };
  } catch (cause) {
    return {
      error: new NetworkError({ ...operation, attempts: 1, maybePerformed: 1, during: 'call' }, cause, 'cut_off'),
    };
  }
}
