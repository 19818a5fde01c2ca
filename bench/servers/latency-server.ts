// Answers every request with the profile, on a free port of loopback; ends with the process that started it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROFILE } from '../peers/profile.ts';

const body = JSON.stringify(PROFILE);
const server = createServer((_request, response) => {
  response
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
    .end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => {
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.once('disconnect', () => process.exit());
