// Responds to every request with the profile, on a free loopback port; exits when its parent process disconnects.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROFILE } from '../peers/fixture.ts';

const body = JSON.stringify(PROFILE);
const server = createServer((_request, response) => {
  response
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
    .end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => {
  // A server that listens on a port has an AddressInfo, never the path of a pipe.
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.once('disconnect', () => process.exit());
