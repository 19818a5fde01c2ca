import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../test/support/loopback.ts';
import { deferred } from '../../../test/support/scripted-fetch.ts';
import { openStablePort, type ReplaceableServer, type StablePort } from '../src/prism/stable-port.ts';

async function startServer(respond: RequestListener): Promise<ReplaceableServer> {
  const server = createServer(respond);
  const ended = once(server, 'close');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await ended;
  };
  onTestFinished(stop);
  return { url: await listen(server), ended, stop };
}

async function openPort(onEnd: () => void = () => undefined): Promise<StablePort> {
  const port = await openStablePort(listen, onEnd);
  onTestFinished(port.close);
  return port;
}

describe('openStablePort()', () => {
  test('lets running requests finish when a server is replaced, sends later requests to the new server, and then stops the old server', async () => {
    const received = deferred<void>();
    const released = deferred<void>();
    const old = await startServer(async (_request, response) => {
      received.resolve();
      await released.promise;
      response.end('old');
    });
    const port = await openPort();
    port.replace(old);
    const open = fetch(port.url);
    await received.promise;

    port.replace(await startServer((_request, response) => response.end('new')));
    const later = await (await fetch(port.url)).text();
    released.resolve();

    expect(later).toBe('new');
    expect(await (await open).text()).toBe('old');
    await old.ended;
  });

  test('forwards the method, the path, the header fields and the body of a request, and the response', async () => {
    const port = await openPort();
    port.replace(
      await startServer(({ method, url, headers }, response) =>
        response.writeHead(201, { 'X-Test': `${method} ${url} ${headers['x-test']}` }).end('created'),
      ),
    );

    const response = await fetch(`${port.url}/items?page=1`, { method: 'POST', headers: { 'X-Test': 'a' }, body: 'b' });

    expect([response.status, response.headers.get('X-Test'), await response.text()]).toEqual([
      201,
      'POST /items?page=1 a',
      'created',
    ]);
  });

  test('closes the connection to the client if the server breaks the connection', async () => {
    const port = await openPort();
    port.replace(await startServer((request) => request.destroy()));

    await expect(fetch(port.url)).rejects.toThrow('fetch failed');
  });

  test('reports a server that ends by itself, but not a server that is replaced or stopped', async () => {
    const onEnd = vi.fn();
    const respond: RequestListener = (_request, response) => response.end();
    const servers = [await startServer(respond), await startServer(respond), await startServer(respond)] as const;
    const port = await openPort(onEnd);

    port.replace(servers[0]);
    port.replace(servers[1]);
    await servers[0].ended;
    const afterReplacement = onEnd.mock.calls.length;
    await servers[1].stop();
    const afterEnd = onEnd.mock.calls.length;
    port.replace(servers[2]);
    await port.close();

    expect([afterReplacement, afterEnd, onEnd.mock.calls.length]).toEqual([0, 1, 1]);
  });
});
