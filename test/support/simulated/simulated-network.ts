import type { Random } from './seeded-random.ts';
import type { SimulatedTenant } from './simulated-tenant.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The `fetch` of all clients of one job. */
export interface SimulatedNetwork {
  /** Sends a request to the tenant. Half of the latency passes before the tenant decides, and half afterwards. */
  fetch(input: Request | URL | string): Promise<Response>;
  /** Returns the latency in milliseconds of the last request whose URL has this id as its last segment. */
  latencyOf(id: string): number;
}

/** Creates a network whose latency is random, between two numbers of milliseconds. */
export function createSimulatedNetwork(
  tenant: SimulatedTenant,
  [shortestMs, longestMs]: readonly [number, number],
  random: Random,
  clock: VirtualClock,
): SimulatedNetwork {
  const latencies = new Map<string, number>();
  return {
    latencyOf: (id) => latencies.get(id) ?? Number.NaN,
    fetch: (input) =>
      new Promise((resolve, reject) => {
        const latencyMs = shortestMs + random() * (longestMs - shortestMs);
        const url = input instanceof Request ? input.url : String(input);
        latencies.set(url.slice(url.lastIndexOf('/') + 1), latencyMs);
        clock.schedule(latencyMs / 2, () => {
          const settle = decide(tenant, resolve, reject);
          clock.schedule(latencyMs / 2, settle);
        });
      }),
  };
}

/** Lets the tenant decide about a request now. Returns the function that delivers the response or the network error. */
function decide(
  tenant: SimulatedTenant,
  resolve: (response: Response) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const response = tenant.respond();
    return () => resolve(response);
  } catch (error) {
    return () => reject(error);
  }
}
