// Tests the Prism processes that `npm run mock` and the contract suite start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startPrism } from '../../packages/contract/src/prism/prism-process.ts';
import { projectRoot } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DOCUMENT = join(projectRoot, 'openapi/management.yaml');
const MOCK = ['mock', DOCUMENT];

test('the mock still responds after its start timeout has passed, also on an idle connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const mock = await startPrism(MOCK);
  onTestFinished(() => mock.stop());
  await vi.advanceTimersByTimeAsync(60_000);
  const { status, headers } = await fetch(`${mock.url}/token-exchange-profiles/tep_1`);
  expect(status).toBe(401);
  // The mock does not close idle connections.
  expect(headers.get('Keep-Alive')).toBeNull();
});

test('startPrism() rejects if the Prism process does not listen within the start timeout', async () => {
  // No process can listen within one millisecond of its start.
  await expect(startPrism(MOCK, { startTimeoutMs: 1 })).rejects.toThrow(/^Prism did not listen within 1 ms$/);
});

test('the mock process exits when its parent process is killed', { timeout: 30_000 }, async () => {
  const parent = spawnParent();
  const url = await firstLine(parent);
  const { hostname, port } = new URL(url);
  // A connection without a request stays open until the mock process exits.
  const connection = connect(Number(port), hostname);
  await once(connection, 'connect');
  // Ignore the error of a connection reset: the test checks only that the connection is closed.
  connection.on('error', () => undefined);
  const closed = new Promise((resolve) => connection.once('close', resolve));
  parent.kill('SIGKILL');
  await closed;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

describe('the proxy', () => {
  let tenantUrl: string;
  let readProfile: (id: string) => Promise<Response>;
  /** Responses of the tenant behind the proxy, by id of the profile. */
  const responses: Readonly<Record<string, (response: ServerResponse) => void>> = {
    tep_unimplemented: (response) => {
      response.writeHead(501, { 'Content-Type': 'application/json' }).end('{"message":"Not implemented"}');
    },
    'shirts?size=klein': (response) => response.end(),
    tep_length: (response) => cutOff(response, { 'Content-Length': 100 }),
    tep_chunked: (response) => cutOff(response, {}),
  };

  // The tests share one proxy, because Prism takes a second to start.
  beforeAll(async () => {
    const tenant = createServer(({ url = '' }, response) => responses[url.split('/').at(-1) ?? '']?.(response));
    tenant.listen(0, '127.0.0.1');
    await once(tenant, 'listening');
    // The cast is safe: the address of a server is a string only if the server listens on a pipe.
    const { port } = tenant.address() as AddressInfo;
    tenantUrl = `http://127.0.0.1:${port}`;
    const proxy = await startPrism(['proxy', DOCUMENT, tenantUrl]);
    readProfile = (id) =>
      fetch(`${proxy.url}/token-exchange-profiles/${id}`, { headers: { Authorization: 'Bearer token' } });
    return async () => {
      await proxy.stop();
      tenant.close();
    };
  });

  test('relays a 501 response of the tenant and sends no mock response instead', async () => {
    const response = await readProfile('tep_unimplemented');
    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({ message: 'Not implemented' });
  });

  test('responds with a 500 problem document if the tenant cuts off its response', async () => {
    for (const id of ['tep_length', 'tep_chunked']) {
      const response = await readProfile(id);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ type: 'FetchError', title: expect.stringMatching(/aborted$/) });
    }
  });

  test('reports a violation that contains characters that a header field cannot contain', async () => {
    const file = join(temporaryFolder(), 'openapi.json');
    const size = { name: 'size', in: 'query', schema: { enum: ['größer', '大'] } };
    const responses = { 200: { description: 'Done.' } };
    const info = { title: 'Shirts', version: '1' };
    const paths = { '/shirts': { get: { parameters: [size], responses } } };
    await writeFile(file, JSON.stringify({ openapi: '3.1.0', info, paths }));
    const proxy = await startPrism(['proxy', file, tenantUrl]);
    onTestFinished(() => proxy.stop());
    const { headers } = await fetch(`${proxy.url}/shirts?size=klein`);
    expect(JSON.parse(headers.get('sl-violations') ?? '')).toMatchObject([
      { message: expect.stringMatching(/größer, 大$/) },
    ]);
  });
});

/** Sends the start of a response and closes the connection. */
function cutOff(response: ServerResponse, length: OutgoingHttpHeaders): void {
  response.writeHead(200, { 'Content-Type': 'application/json', ...length });
  response.write('{"id":', () => response.socket?.end());
}

/** Starts a process that starts a mock and prints its URL. */
function spawnParent(): ChildProcess {
  const code = `
    import { startPrism } from ${JSON.stringify(join(projectRoot, 'packages/contract/src/prism/prism-process.ts'))};
    console.log((await startPrism(${JSON.stringify(MOCK)})).url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill());
  return parent;
}

/** Resolves with the first line that a process prints. */
async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the process has no pipe for its output');
  const [line]: string[] = await once(createInterface(stdout), 'line');
  return line ?? '';
}
