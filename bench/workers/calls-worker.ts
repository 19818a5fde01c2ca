// Calls one peer over a stub `fetch`, as many times as it is told to: one process for each peer.

import { PROFILE } from '../peers/profile.ts';
import { loadPeer } from '../peers.ts';
import { profileRun } from '../profile.ts';

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
  // CPU time, so that what else runs on the machine is not counted.
  const { user, system } = process.threadCpuUsage(start);
  process.send?.(profile ?? (user + system) / calls);
});
process.send?.('ready');
