// CORS for the scripted servers: without it, the page of a browser could not read their responses.
import type { Socket } from 'node:net';
import {
  closeConnection,
  head,
  type IncomingRequest,
  type Responder,
  type ResponderScript,
  rawThenEnd,
} from '../../test/faults/scripted-server.ts';

/** Whether a request is a call of the client, and not a CORS preflight request of a browser. */
export const isCall = ({ method }: IncomingRequest): boolean => method !== 'OPTIONS';

const CORS_FIELDS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' };
/**
 * This response closes the connection, because Chromium sends a request a second time if a reused connection is reset.
 * The number of requests would then depend on chance.
 */
const PREFLIGHT = rawThenEnd(
  head(204, {
    Connection: 'close',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Allow-Methods': '*',
  }),
);

/**
 * Adds CORS header fields to the responses of a script, and responses to CORS preflight requests.
 *
 * @param onCall Called when a call is received.
 */
export function withCors(responders: readonly Responder[], onCall: () => void): ResponderScript {
  let calls = 0;
  return (request) => {
    if (!isCall(request)) return PREFLIGHT;
    const responder = responders[calls];
    calls += 1;
    onCall();
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
