import { STATUS_CODES } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import type { Fetch } from '../../src/index.ts';

/** A request, recorded when `fetch` was called. */
export interface SentRequest {
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** Time of the call of `fetch`, in milliseconds of `Date.now()`. */
  readonly at: number;
  /** The body as text. It is empty until the scripted fetch has read it. */
  body: string;
}

/** A response, a function that returns one, or the error with which `fetch` rejects. */
export type ScriptedResponse = Response | Error | ((sent: SentRequest) => Response | Promise<Response>);

/**
 * Creates a `fetch` whose nth call returns the nth of `responses`. The test fails if there are more or fewer requests
 * than responses.
 */
export function scriptedFetch(responses: readonly ScriptedResponse[]): { fetch: Fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const unexpected: string[] = [];
  const fetch: Fetch = async (request, { signal }) => {
    const { method, url } = request;
    const scripted = responses[sent.length];
    const record = { request, method, url, headers: new Headers(request.headers), signal, at: Date.now(), body: '' };
    sent.push(record);
    if (scripted === undefined) {
      unexpected.push(`${method} ${url}`);
      throw new Error(`unexpected request: ${method} ${url}`);
    }
    // Throws if the body has been read before, as a real fetch does.
    record.body = await request.text();
    if (scripted instanceof Error) throw scripted;
    return typeof scripted === 'function' ? scripted(record) : scripted;
  };
  onTestFinished(() => {
    // The call may succeed after an unexpected request, because the client can retry this request.
    expect(unexpected).toEqual([]);
    expect(sent.length).toBe(responses.length);
  });
  return { fetch, sent };
}

/**
 * Creates a response with the reason phrase of its status. A string is the body unchanged; other values become JSON.
 */
export function createResponse(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  const statusText = STATUS_CODES[status] ?? '';
  if (body === undefined) return new Response(null, { status, statusText, headers });
  const isText = typeof body === 'string';
  return new Response(isText ? body : JSON.stringify(body), {
    status,
    statusText,
    headers: isText ? headers : { 'Content-Type': 'application/json', ...headers },
  });
}

/** Creates a response whose connection breaks after the first bytes of the body. */
export function cutOffResponse(status: number, cause: Error): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"na'));
    },
    pull(controller) {
      controller.error(cause);
    },
  });
  return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
}

/** Creates a response whose body never ends. */
export const endlessResponse = (status: number): Response =>
  new Response(new ReadableStream(), { status, headers: { 'Content-Type': 'application/json' } });

/** Never responds, and rejects when the signal is aborted, as a real fetch does. */
export const neverResponds = ({ signal }: Pick<SentRequest, 'signal'>): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Never responds, and ignores the signal. */
export const ignoresAbort = (): Promise<Response> => new Promise(() => undefined);

/** A promise, and the function that resolves it. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Responds after `ms` milliseconds. */
export const respondAfter = (ms: number, response: Response) => (): Promise<Response> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(response), ms);
  });

/**
 * Creates the `fetch` of a tenant; it accepts any number of requests.
 *
 * @param tokenEndpoint Responds to the nth token request.
 * @param apiStatus Returns the status with which the API responds to an access token.
 */
export function tenantFetch(
  tokenEndpoint: (nth: number, sent: Pick<SentRequest, 'signal'>) => Promise<Response> | Response,
  apiStatus: (token: string) => number,
): { fetch: Fetch; counts: { token: number; api: number } } {
  const counts = { token: 0, api: 0 };
  const fetch: Fetch = async (request, { signal }) => {
    if (new URL(request.url).pathname === '/oauth/token/') {
      counts.token += 1;
      return tokenEndpoint(counts.token, { signal });
    }
    counts.api += 1;
    return createResponse(apiStatus(request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''));
  };
  return { fetch, counts };
}
