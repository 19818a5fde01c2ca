// The server that tells a runtime which calls to make, and that starts the fault server of each call.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { CLIENT, type FaultCase, GET_PATH, ID, TOKEN } from '../../test/faults/case.ts';
import {
  type IncomingRequest,
  type Responder,
  type ResponderScript,
  type StartedFaultServer,
  startFaultServer,
} from '../../test/faults/fault-server.ts';
import { closeConnection, head, rawThenEnd } from '../../test/faults/responders.ts';
import type { CallReport, CallTask } from './messages.ts';
import type { Situation } from './situation.ts';

/** The report of the program about a call, and the requests that the servers received. */
export interface Observation extends CallReport {
  readonly apiRequests: readonly IncomingRequest[];
  readonly tokenRequests: readonly IncomingRequest[];
  readonly requestsToOtherOrigin: number;
}

/** A control server. */
export interface ControlServer {
  readonly origin: string;
  /** The observations so far, in the order of the situations. */
  readonly observations: readonly Observation[];
  close(): Promise<void>;
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>Fault battery</title><script type="module" src="/main.js"></script>';

/**
 * Starts a control server on a free port of loopback.
 *
 * @param script The program, which the page of the server loads in a browser.
 */
export async function startControlServer(situations: readonly Situation[], script: string): Promise<ControlServer> {
  const observations: Observation[] = [];
  const other = await startFaultServer();
  let current: StartedFaultServer | undefined;

  const next = async (report: CallReport | null): Promise<CallTask | null> => {
    if (report !== null && current !== undefined) {
      const { apiRequests, tokenRequests } = current;
      observations.push({
        ...report,
        apiRequests: apiRequests.filter(isCall),
        tokenRequests: tokenRequests.filter(isCall),
        requestsToOtherOrigin: other.apiRequests.length + other.tokenRequests.length,
      });
    }
    await current?.close();
    const row = situations[observations.length]?.row;
    if (row === undefined) {
      return null;
    }
    const { api = [], token = [] } = row;
    current = await startFaultServer({ api: withCors(api), token: withCors(token), otherOrigin: other.origin });
    return taskOf(row, current.origin);
  };

  const server = createServer(async (request, response) => {
    if (request.url === '/next') {
      const task = await next(JSON.parse(await text(request)));
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(task));
    } else if (request.url === '/main.js') response.setHeader('Content-Type', 'text/javascript').end(script);
    else response.setHeader('Content-Type', 'text/html').end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The cast is safe: the address of a server is a string only if the server listens on a pipe.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await Promise.all([new Promise((resolve) => server.close(resolve)), current?.close(), other.close()]);
  };
  return { origin, observations, close };
}

/** Whether a request is a call of the client, and not a CORS preflight request of a browser. */
const isCall = ({ method }: IncomingRequest): boolean => method !== 'OPTIONS';

function taskOf({ method = 'GET', body, retry, token }: FaultCase, origin: string): CallTask {
  const options = {
    params: { path: { id: ID } },
    ...(retry === undefined ? {} : { retry }),
    ...(body === undefined ? {} : { body }),
  };
  return { baseUrl: `${origin}/api/v2`, method, path: GET_PATH, options, auth: token === undefined ? TOKEN : CLIENT };
}

const CORS_FIELDS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' };
/**
 * The connection closes, because Chromium sends a request a second time if a connection that it uses again is reset: the
 * number of requests would depend on chance.
 */
const PREFLIGHT = rawThenEnd(
  head(204, {
    Connection: 'close',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Allow-Methods': '*',
  }),
);

/** Adds CORS header fields to the responses of a script, and responses to CORS preflight requests. */
function withCors(responders: readonly Responder[]): ResponderScript {
  let calls = 0;
  return (request) => {
    if (!isCall(request)) return PREFLIGHT;
    const responder = responders[calls];
    calls += 1;
    return responder === undefined
      ? closeConnection
      : (context) => responder({ ...context, socket: corsSocket(context.socket) });
  };
}

/** Returns a socket that adds the CORS header fields after every status line that is written to it. */
function corsSocket(socket: Socket): Socket {
  const fields = Object.entries(CORS_FIELDS).map(([name, value]) => `${name}: ${value}\r\n`);
  const add = (bytes: string | Uint8Array) =>
    // Latin-1 keeps every byte.
    Buffer.from(
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/^HTTP\/1\.1 \d+[^\r]*\r\n/gm, `$&${fields.join('')}`),
      'latin1',
    );
  return new Proxy(socket, {
    get(target, name) {
      if (name === 'write') return (bytes: string | Uint8Array, then?: () => void) => target.write(add(bytes), then);
      if (name === 'end')
        return (bytes?: string | Uint8Array) => (bytes === undefined ? target.end() : target.end(add(bytes)));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
