import { createServer } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { listen } from '../../../test/support/loopback.ts';

/** Starts a proxy for CONNECT requests, which connects each host to a port of this machine. Without a port, it responds with 407. */
export async function startProxy(port?: number) {
  /** The host and the credentials of each request. */
  const requests: string[] = [];
  const server = createServer().on('connect', ({ url, headers }, socket) => {
    requests.push(`${url} ${headers['proxy-authorization']}`);
    socket.write(`HTTP/1.1 ${port === undefined ? 407 : 200} Answer\r\n\r\n`);
    if (port === undefined) socket.end();
    else pipeline(socket, connect(port, '127.0.0.1'), socket, () => undefined);
  });
  const { host } = new URL(await listen(server));
  return { requests, url: `http://user:p%40ss@${host}` };
}
