import { NetworkError } from 'tenant-management-client';
import { joined } from '../../../common/formatting.ts';
import type { ObservedAttempt } from './observed-fetch.ts';
import type { SettledCall } from './run-call.ts';
import { sandboxCommand } from './sandbox-address.ts';

/** Returns a duration in whole milliseconds, such as `1,104 ms`. */
export const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`;
/** Returns the status of a response, such as `404 Not Found`. */
export const statusOf = ({ status, statusText }: Response): string => `${status} ${statusText}`.trim();

/** Returns the request line, the header fields and the body of a request, without the access token. */
export function requestText({ method, url, headers }: Request, body: string): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${name === 'authorization' ? 'Bearer …' : value}`);
  return [`${method} ${url}`, ...lines, ...(body === '' ? [] : ['', body])].join('\n');
}

/** Returns the status, the header fields that the page can read, and the body of a response. */
export function responseText(response: Response, body: unknown): string {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [statusOf(response), ...lines, ...(body === undefined ? [] : ['', text])].join('\n');
}

/** Returns one line about a request, such as `attempt 2, after a delay of 1,104 ms: 200 OK, in 12 ms`. */
export function attemptText(attempt: ObservedAttempt): string {
  const { response, isTokenRequest, isInjected, number, hasNewToken, delayMs, durationMs } = attempt;
  const name = `${isTokenRequest ? 'token request' : 'attempt'} ${number}`;
  const delay = number > 1 ? `, after a delay of ${milliseconds(delayMs)}` : '';
  const reason = hasNewToken ? ', with a new token' : delay;
  const result = response === undefined ? 'no response' : statusOf(response);
  return `${name}${reason}: ${result}, ${isInjected ? 'injected by this page' : `in ${milliseconds(durationMs)}`}`;
}

/** Returns the names and the values of the documented properties of an error that the client returns or throws. */
export function errorRows(error: unknown): [name: string, value: string][] {
  const { name, status, message, attempts, maybePerformed, during, rateLimit } = Object(error);
  const rows = {
    class: name,
    status,
    message,
    attempts,
    maybePerformed,
    during,
    rateLimit: rateLimit && JSON.stringify(rateLimit),
  };
  return Object.entries(rows).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
}

/** Returns how a call ended, in one or two sentences. If no sandbox answered, returns how to start a sandbox. */
export function summaryText(
  settled: SettledCall,
  attempts: readonly ObservedAttempt[],
  { origin, elapsedMs }: { readonly origin: string; readonly elapsedMs: number },
): string {
  const thrown = 'thrown' in settled ? settled.thrown : undefined;
  const last = attempts.at(-1);
  if (thrown instanceof NetworkError && last?.response === undefined && last?.isInjected === false) {
    return `No sandbox answers at ${origin}. Run "${sandboxCommand(origin)}" in a clone of the repository. If the browser asks whether this site can access your local network, allow it. Safari blocks requests from https pages to 127.0.0.1: use another browser.`;
  }
  const outcome = 'thrown' in settled ? nameOf(thrown) : resultText(settled.result);
  if (last === undefined) return `${outcome}: no request was sent.`;
  const calls = attempts.filter(({ isTokenRequest }) => !isTokenRequest);
  const requests = [
    countOf(calls.at(-1)?.number ?? 0, 'attempt', ''),
    countOf(calls.filter(({ hasNewToken }) => hasNewToken).length, 'request', ' with a new token'),
    countOf(attempts.length - calls.length, 'token request', ''),
  ].filter((text) => text !== '');
  return `${outcome}: ${joined(requests, 'and')} in ${milliseconds(elapsedMs)}.`;
}

const countOf = (count: number, noun: string, rest: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}${rest}`;

const nameOf = (error: unknown): string =>
  error instanceof Error ? `The client threw a ${error.name}` : String(error);

const resultText = ({ error, response }: Extract<SettledCall, { result: unknown }>['result']): string =>
  error === undefined
    ? `Success, ${statusOf(response)}`
    : `The client returned an ${error.name}, ${statusOf(response)}`;
