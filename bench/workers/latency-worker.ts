// Calls one peer against a server, as many times and as many at once as it is told to: one process for each peer.
import { loadPeer } from '../peers.ts';

const call = await loadPeer(process.argv[2], process.argv[3] ?? '');

process.on('message', async ({ calls, inFlight }: { calls: number; inFlight: number }) => {
  const latencies: number[] = [];
  let begun = 0;
  const callOn = async () => {
    while (begun < calls) {
      begun += 1;
      const start = performance.now();
      await call();
      latencies.push((performance.now() - start) * 1000);
    }
  };
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, callOn));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  process.send?.({ latencies, cpu: (user + system) / calls, perSecond: calls / seconds });
});
process.send?.('ready');
