// Calls one peer with a stub `fetch`. Each message sets the number of calls. Each peer runs in a separate process.

import { PROFILE } from '../peers/fixture.ts';
import { loadPeer } from '../peers/peers.ts';

const body = JSON.stringify(PROFILE);
const init = { headers: { 'Content-Type': 'application/json; charset=utf-8' } };
globalThis.fetch = async () => new Response(body, init);

const call = await loadPeer(process.argv[2], 'https://acme.example.com');

process.on('message', async ({ calls }: { calls: number }) => {
  const start = process.threadCpuUsage();
  for (let count = 0; count < calls; count += 1) await call();
  // Measure the CPU time, so that other processes on the machine do not change the figure.
  const { user, system } = process.threadCpuUsage(start);
  process.send?.((user + system) / calls);
});
process.send?.('ready');
