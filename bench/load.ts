import { Agent, get } from 'node:http';

/** What is asked for again and again. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Requests on their way at any time, each on a connection that is kept. */
  readonly inFlight: number;
}

/** Puts a load on a server. */
export interface Loader {
  /** Sends that many requests. Resolves with the seconds it took; rejects when one is not answered with 200. */
  send(requests: number): Promise<number>;
  stop(): void;
}

export function createLoader({ url, headers, inFlight }: Load): Loader {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const request = () =>
    new Promise<void>((resolve, reject) => {
      const sent = get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
        response.resume().once('error', reject).once('end', resolve);
      });
      sent.once('error', reject);
    });
  return {
    send: async (requests) => {
      let begun = 0;
      const sendOn = async () => {
        while (begun < requests) {
          begun += 1;
          await request();
        }
      };
      const start = performance.now();
      await Promise.all(Array.from({ length: inFlight }, sendOn));
      return (performance.now() - start) / 1000;
    },
    stop: () => agent.destroy(),
  };
}
