// Calls one peer with a stub `fetch`. Each message sets the number of calls. Each peer runs in a separate process.

import { profileRun } from '../measuring/cpu-profile.ts';
import { PROFILE } from '../peers/fixture.ts';
import { loadPeer } from '../peers/peers.ts';

const body = JSON.stringify(PROFILE);
const init = { headers: { 'Content-Type': 'application/json; charset=utf-8' } };
globalThis.fetch = async () => new Response(body, init);

const call = await loadPeer(process.argv[2], 'https://acme.example.com');

const callOften = async (calls: number) => {
  for (let count = 0; count < calls; count += 1) await call();
};

process.on('message', async ({ calls, profiled }: { calls: number; profiled?: boolean }) => {
  const start = process.threadCpuUsage();
  const profile = profiled ? await profileRun(() => callOften(calls)) : await callOften(calls);
  // Measure the CPU time, so that other processes on the machine do not change the figure.
  const { user, system } = process.threadCpuUsage(start);
  process.send?.(profile ?? (user + system) / calls);
});
process.send?.('ready');
