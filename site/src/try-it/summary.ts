import { NetworkError } from 'tenant-management-client';
import { milliseconds, statusOf } from './format.ts';
import type { Attempt } from './observed-fetch.ts';
import type { SettledCall } from './run-call.ts';
import { sandboxCommand } from './sandbox-address.ts';

/** Returns how a call ended, in one or two sentences. If no sandbox answered, returns how to start a sandbox. */
export function summaryText(
  settled: SettledCall,
  attempts: readonly Attempt[],
  { origin, elapsedMs }: { readonly origin: string; readonly elapsedMs: number },
): string {
  const thrown = 'thrown' in settled ? settled.thrown : undefined;
  const last = attempts.at(-1);
  if (thrown instanceof NetworkError && last?.response === undefined && last?.isInjected === false) {
    return `No sandbox answers at ${origin}. Run "${sandboxCommand(origin)}" in a clone of the repository. If the browser asks whether this site can access your local network, allow it. Safari blocks requests from https pages to 127.0.0.1: use another browser.`;
  }
  const outcome = 'thrown' in settled ? nameOf(thrown) : resultText(settled.result);
  if (last === undefined) return `${outcome}: no request was sent.`;
  // Without a token, the client sends token requests only.
  const { number, isTokenRequest } = attempts.findLast((attempt) => !attempt.isTokenRequest) ?? last;
  const requests = `${number} ${isTokenRequest ? 'token request' : 'attempt'}${number === 1 ? '' : 's'}`;
  return `${outcome}: ${requests} in ${milliseconds(elapsedMs)}.`;
}

const nameOf = (error: unknown): string =>
  error instanceof Error ? `The client threw a ${error.name}` : String(error);

const resultText = ({ error, response }: Extract<SettledCall, { result: unknown }>['result']): string =>
  error === undefined
    ? `Success, ${statusOf(response)}`
    : `The client returned an ${error.name}, ${statusOf(response)}`;
