import { STATUS_CODES } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import type { Fetch } from '../../src/index.js';

/** One request as it was when `fetch` was called. */
export interface SentRequest {
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** Milliseconds of `Date.now()`. */
  readonly at: number;
  /** Empty until it is read, as a server reads it: after the header fields. */
  body: string;
}

/** A response, or what makes one; an error is a network that fails. */
export type ScriptedResponse = Response | Error | ((sent: SentRequest) => Response | Promise<Response>);

/** A `fetch` that gives each request its answer, and with the test's end insists that there were as many of both. */
export function scriptedFetch(answers: readonly ScriptedResponse[]): { fetch: Fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const unexpected: string[] = [];
  const fetch: Fetch = async (request, { signal }) => {
    const { method, url } = request;
    const scripted = answers[sent.length];
    const record = { request, method, url, headers: new Headers(request.headers), signal, at: Date.now(), body: '' };
    sent.push(record);
    if (scripted === undefined) {
      unexpected.push(`${method} ${url}`);
      throw new Error(`unexpected request: ${method} ${url}`);
    }
    // As the network does: a body that was sent before cannot be sent again.
    record.body = await request.text();
    if (scripted instanceof Error) throw scripted;
    return typeof scripted === 'function' ? scripted(record) : scripted;
  };
  onTestFinished(() => {
    // The client takes a throw for a failed network and may repeat, so the throw alone would not fail the test.
    expect(unexpected).toEqual([]);
    expect(sent.length).toBe(answers.length);
  });
  return { fetch, sent };
}

/** A response with its reason phrase; `body` is sent as JSON, a text as it is. */
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

/** A response whose connection breaks after the first bytes of its body. */
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

/** A response whose body never ends. */
export const endlessBody = (status: number): Response =>
  new Response(new ReadableStream(), { status, headers: { 'Content-Type': 'application/json' } });

/** A network that stays silent until the signal is aborted, as the platform's does. */
export const neverResponds = ({ signal }: SentRequest): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** A network that stays silent whatever happens to the signal. */
export const ignoresAbort = (): Promise<Response> => new Promise(() => undefined);

/** What is given when the test says so. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
