// Calls a server with one peer. Each message sets the number of calls and the concurrency. Each peer runs in a separate
// process.
import { loadPeer } from '../peers/peers.ts';

const call = await loadPeer(process.argv[2], process.argv[3] ?? '');

process.on('message', async ({ calls, inFlight }: { calls: number; inFlight: number }) => {
  const latencies: number[] = [];
  let started = 0;
  const callRemaining = async () => {
    while (started < calls) {
      started += 1;
      const start = performance.now();
      await call();
      latencies.push((performance.now() - start) * 1000);
    }
  };
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, callRemaining));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  process.send?.({ latencies, cpu: (user + system) / calls, perSecond: calls / seconds });
});
process.send?.('ready');
