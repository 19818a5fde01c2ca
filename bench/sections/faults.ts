import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { listen } from '../../scripts/process/listen.ts';
import { type PeerCall, PROFILE, PROFILE_ID } from '../peers/fixture.ts';
import { loadPeer, PEERS, type PeerName } from '../peers/peers.ts';
import type { Findings } from '../results-page.ts';

/** The compared clients: what a developer would use instead. */
const COMPARED: readonly PeerName[] = ['raw-fetch', 'openapi-fetch', 'auth0', 'this-package'];

interface Fault {
  readonly name: string;
  /** What a client must do: return the profile after another attempt, report a failure, or call no other path. */
  readonly right: 'retries' | 'fails' | 'calls no other path';
  /** Answers the first request. The next requests get the profile. */
  readonly respond?: (response: ServerResponse) => void;
  readonly id?: string;
}

const FAULTS: readonly Fault[] = [
  { name: '429', right: 'retries', respond: (response) => response.writeHead(429, { 'Retry-After': '1' }).end('{}') },
  { name: '503', right: 'retries', respond: (response) => response.writeHead(503).end('{}') },
  { name: 'broken connection', right: 'retries', respond: ({ socket }) => socket?.destroy() },
  { name: '404 without a body', right: 'fails', respond: (response) => response.writeHead(404).end() },
  { name: '200 without a body', right: 'fails', respond: (response) => response.end() },
  {
    name: 'HTML page with 200',
    right: 'fails',
    respond: (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Sign in'),
  },
  {
    name: 'body that is cut off',
    right: 'fails',
    respond: (response) => {
      response.writeHead(200, { 'Content-Length': '500' });
      response.write('{"id":', () => response.destroy());
    },
  },
  { name: 'id `..`', right: 'calls no other path', id: '..' },
  { name: 'empty id', right: 'calls no other path', id: '' },
];

/** Counts the faults to which each client reacts as a caller needs. */
export async function measureFaults(): Promise<Findings> {
  const rows = await Promise.all(
    FAULTS.map(async (fault) => {
      const results = await Promise.all(COMPARED.map((peer) => reactsRight(peer, fault)));
      return { name: `${fault.name}: ${fault.right}`, results };
    }),
  );
  const counts = COMPARED.map((_, index) => rows.filter(({ results }) => results[index]).length);
  const text = (isRight: boolean | undefined) => (isRight ? 'yes' : '**no**');
  return {
    columns: ['Fault, and what a client must do', ...COMPARED.map((name) => PEERS[name])],
    rows: [
      ...rows.map(({ name, results }) => [name, ...results.map(text)]),
      ['**right**', ...counts.map((count) => `${count} of ${FAULTS.length}`)],
    ],
    limits: [
      {
        name: 'The number of faults that this package gets wrong',
        measured: FAULTS.length - (counts.at(-1) ?? 0),
        atMost: 0,
      },
    ],
    notes: [
      'A server on loopback causes the fault once. Each client has its default options; callers check `response.ok`.',
    ],
  };
}

async function reactsRight(peer: PeerName, { right, respond, id }: Fault): Promise<boolean> {
  const paths: (string | undefined)[] = [];
  let isFaulty = false;
  const listener: RequestListener = ({ url }, response) => {
    paths.push(url);
    if (isFaulty && respond !== undefined) respond(response);
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(PROFILE));
    isFaulty = false;
  };
  const server = createServer(listener);
  try {
    const call: PeerCall = await loadPeer(peer, await listen(server));
    paths.length = 0;
    isFaulty = true;
    const [result] = await Promise.allSettled([call(id)]);
    if (right === 'calls no other path') return paths.every((path) => path?.endsWith(`/${PROFILE_ID}`));
    if (right === 'fails') return result.status === 'rejected';
    return result.status === 'fulfilled' && isDeepStrictEqual(result.value, PROFILE);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
