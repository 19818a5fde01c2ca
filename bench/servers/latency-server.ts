// Returns the profile for every request, on a free loopback port. Exits when the parent process disconnects.
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
  // The cast is safe: the address of a server that listens on a port is an object.
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.once('disconnect', () => process.exit());
