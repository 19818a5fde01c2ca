// The server that tells a runtime which calls to make, and that starts the scripted server of each call.

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { startSandbox } from 'tenant-management-sandbox';
import { listen } from '../../scripts/process/listen.ts';
import { CLIENT, GET_PATH, ID, TOKEN } from '../../test/faults/cases/case.ts';
import {
  type Responder,
  refusedOrigin,
  type StartedFaultServer,
  startScriptedServer,
} from '../../test/faults/scripted-server.ts';
import { deferred } from '../../test/support/scripted-fetch.ts';
import { isCall, withCors } from './fault-cors.ts';
import type { CallReport, CallTask, SmokeSettings } from './messages.ts';
import type { Situation, SituationCase } from './situation.ts';

/** The report of the program about a call, and the number of requests that the servers received. */
interface ObservedCall extends CallReport {
  readonly apiRequests: number;
  readonly tokenRequests: number;
  readonly requestsToOtherOrigin: number;
}

const PAGE = '<!doctype html><meta charset="utf-8"><title>Fault battery</title>';

/** The profile and the enrollments in the sandbox of the smoke test. */
const ITEMS = { profile: ID, enrollments: ['dev_1', 'dev_2', 'dev_3'] };

/**
 * Starts a control server on a free port of loopback. Its observations are in the order of the situations.
 *
 * @param options `script` is the program that the page of the server loads in a browser. `hasFiles` is the property of
 *   the runtime.
 */
export async function startControlServer(
  situations: readonly Situation[],
  { script, hasFiles }: { readonly script: string; readonly hasFiles: boolean },
) {
  const seed = { profiles: [{ id: ITEMS.profile }], enrollments: ITEMS.enrollments.map((id) => ({ id })) };
  const [calls, sandbox] = await Promise.all([startFaultCalls(situations), startSandbox(seed)]);
  const smokeSettings = async (): Promise<SmokeSettings> => {
    const token = await sandbox.issueToken();
    return { baseUrl: sandbox.baseUrl, token, hasFiles, ...ITEMS };
  };
  /** The answers to the messages of the program, by path. */
  const answers: Readonly<Record<string, (message: string) => Promise<unknown>>> = {
    '/smoke': smokeSettings,
    '/next': (message) => calls.next(JSON.parse(message)),
    '/received': calls.received,
  };
  const server = createServer(async (request, response) => {
    const { url = '' } = request;
    const answer = answers[url];
    if (answer !== undefined) {
      const result = await answer(await text(request));
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(result ?? null));
    } else if (url === '/main.js') response.setHeader('Content-Type', 'text/javascript').end(script);
    else response.setHeader('Content-Type', 'text/html').end(PAGE);
  });
  const origin = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    await Promise.all([new Promise((resolve) => server.close(resolve)), calls.close(), sandbox.close()]);
  };
  return { origin, observations: calls.observations, close };
}

/** Starts the scripted server of one call after the other, and observes the calls. */
async function startFaultCalls(situations: readonly Situation[]) {
  const other = await startScriptedServer();
  const observations: ObservedCall[] = [];
  let current: StartedFaultServer | undefined;
  let received = deferred<void>();
  const observe = (report: CallReport, { apiRequests, tokenRequests }: StartedFaultServer) =>
    observations.push({
      ...report,
      apiRequests: apiRequests.filter(isCall).length,
      tokenRequests: tokenRequests.filter(isCall).length,
      requestsToOtherOrigin: other.apiRequests.length + other.tokenRequests.length,
    });
  return {
    observations,
    /** Observes the call of a report, and returns the next call; `null` after the last call. */
    async next(report: CallReport | null): Promise<CallTask | null> {
      if (report !== null && current !== undefined) observe(report, current);
      await current?.close();
      const row = situations[observations.length]?.row;
      if (row === undefined) return null;
      received = deferred<void>();
      const script = (responders: readonly Responder[] = []) => withCors(responders, received.resolve);
      const scripts = { api: script(row.api), token: script(row.token) };
      current = await startScriptedServer({ ...scripts, otherOrigin: other.origin });
      return taskOf(row, row.isRefused ? await refusedOrigin() : current.origin);
    },
    /** Resolves when the server of the current call has received a request. */
    received: () => received.promise,
    close: () => Promise.all([current?.close(), other.close()]),
  };
}

function taskOf(row: SituationCase, origin: string): CallTask {
  const { method = 'GET', body, retry, timeout, token, abort } = row;
  // JSON omits a field whose value is `undefined`.
  const options = { params: { path: { id: ID } }, retry, timeout, body };
  const auth = token === undefined ? TOKEN : CLIENT;
  return { baseUrl: `${origin}/api/v2`, method, path: GET_PATH, options, abort, auth };
}
