import { Agent, get } from 'node:http';

/** The request to repeat, and the number of connections. */
export interface LoadOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of requests in flight, each on a keep-alive connection. */
  readonly inFlight: number;
}

/** Sends the same request repeatedly. */
export interface LoadGenerator {
  /** Sends a number of requests. Resolves with the duration in seconds, and rejects if a status is not 200. */
  send(requests: number): Promise<number>;
  stop(): void;
}

export function createLoadGenerator({ url, headers, inFlight }: LoadOptions): LoadGenerator {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const request = () =>
    new Promise<void>((resolve, reject) => {
      const sent = get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${url} returned status ${response.statusCode}`));
        response.resume().once('error', reject).once('end', resolve);
      });
      sent.once('error', reject);
    });
  return {
    send: async (requests) => {
      let started = 0;
      const sendRemaining = async () => {
        while (started < requests) {
          started += 1;
          await request();
        }
      };
      const start = performance.now();
      await Promise.all(Array.from({ length: inFlight }, sendRemaining));
      return (performance.now() - start) / 1000;
    },
    stop: () => agent.destroy(),
  };
}
