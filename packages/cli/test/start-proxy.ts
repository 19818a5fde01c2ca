import { createServer } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { listen } from '../../../test/support/loopback.ts';

/** Starts a proxy that connects each host to a port. Responds with 407 without its credentials, and with 502 without a port. */
export async function startProxy(port?: number) {
  /** The host of each request. */
  const requests: string[] = [];
  const server = createServer().on('connect', ({ url, headers }, socket) => {
    requests.push(String(url));
    const isAllowed = headers['proxy-authorization'] === `Basic ${btoa('user:p@ss')}`;
    socket.write(`HTTP/1.1 ${!isAllowed ? 407 : port === undefined ? 502 : 200} Answer\r\n\r\n`);
    if (!isAllowed || port === undefined) socket.end();
    else pipeline(socket, connect(port, '127.0.0.1'), socket, () => undefined);
  });
  const { host } = new URL(await listen(server));
  return { requests, url: `http://user:p%40ss@${host}` };
}

/** The words of the command about the proxy without a port, by the credentials in the URL of the proxy. */
export const PROXY_ANSWERS: readonly (readonly [credentials: string, words: string])[] = [
  ['', 'the proxy returned 407: it needs a user name and password, such as http://user:password@proxy:3128'],
  ['user:s3cret%23@', 'the proxy returned 407: it needs a user name and password; it rejected those in its URL'],
  ['user:p%40ss@', 'the proxy returned 502 and did not connect to the host'],
];
