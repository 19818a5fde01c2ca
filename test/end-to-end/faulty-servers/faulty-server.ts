import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { listen } from '../../../scripts/process/listen.ts';
import type { LiveTenant } from '../../../tools/contract/src/live/tenant.ts';

/** The correct server, as a faulty server uses it. */
export interface CorrectServer {
  readonly sandbox: Sandbox;
  /** A valid token. */
  readonly token: string;
  /** Sends a request to the correct server. */
  send(request: Request): Promise<Response>;
}

/** Answers a request. A faulty server changes the request, or the response of the correct server. */
export type Serve = (request: Request, correct: CorrectServer) => Promise<Response> | Response;

const UNSCOPED = { clientId: 'unscoped', clientSecret: 'unscoped-secret' };
/** The audience of an API that the sandbox does not have. */
const OTHER_AUDIENCE = 'https://other.example.com/';
export const READ_ID = 'tep_Read000000000001';
const DELETED_ID = 'tep_Gone000000000001';
/** Ids with another format. */
export const OTHER_IDS = ['urn:example:profile:1', 'a b/c', '7'];
const ENROLLMENT_ID = 'dev_Gone000000000001';

/** Returns the ids of the tenant, with the id of the profile to read. */
export const idsToRead = (id: string): LiveTenant['ids'] => ({
  'get_token-exchange-profiles_by_id': { values: { id }, source: 'TENANT_PROFILE_ID' },
  'delete_token-exchange-profiles_by_id': { values: { id: DELETED_ID }, source: '--profile' },
  delete_guardian_enrollments_by_id: { values: { id: ENROLLMENT_ID }, source: '--enrollment' },
});

const profile = (id: string) => ({
  id,
  name: 'Partner tokens',
  subject_token_type: 'https://partner.example.com/token-type',
  action_id: '4f1d2c9e-7a3b-4e58-9c06-2b8d5e7f1a90',
  type: 'custom_authentication' as const,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
});

/** A server whose responses are those of a sandbox, until a test makes it faulty. */
export interface FaultyServer {
  readonly sandbox: Sandbox;
  /** The tenant of the live run, with the ids that the run may read and delete. */
  readonly tenant: LiveTenant;
  /** Restores the items of the sandbox, and serves all following requests with a function. */
  serveWith(serve: Serve): void;
  close(): Promise<void>;
}

/** Starts the correct server. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const sandbox = await startSandbox({
    clients: [{ ...UNSCOPED, scopes: [] }],
    profiles: [READ_ID, DELETED_ID, ...OTHER_IDS].map(profile),
    enrollments: [{ id: ENROLLMENT_ID }],
    rateLimit: false,
  });
  const otherToken = await sandbox.issueToken({ audience: OTHER_AUDIENCE });
  const send = async (request: Request): Promise<Response> => {
    const form = request.url.includes('/oauth/') ? new URLSearchParams(await request.clone().text()) : undefined;
    if (form?.get('audience') !== OTHER_AUDIENCE) return callCorrectServer(request);
    return Response.json({ access_token: otherToken, token_type: 'Bearer', expires_in: 3600 });
  };
  const correct = { sandbox, token: await sandbox.issueToken(), send };
  let serve: Serve = (request, { send }) => send(request);
  const server = createServer(async (incoming, outgoing) => {
    // A `Request` cannot have the method TRACE. Some servers answer before they check the token, and repeat the request.
    if (incoming.method === 'TRACE') return outgoing.end(incoming.rawHeaders.join('\n'));
    const request = await requestOf(incoming, sandbox.address);
    return sendResponse(await serve(request, correct), outgoing);
  });
  const origin = await listen(server);
  // The run sends a DELETE only with a token that expired long ago.
  const expiredToken = await sandbox.issueToken({ expiresIn: -3600 });
  const tenant = {
    baseUrl: `${origin}/api/v2`,
    tokenUrl: `${origin}/oauth/token/`,
    audience: '/api/v2/',
    otherAudience: OTHER_AUDIENCE,
    client: sandbox.credentials,
    withoutScopes: UNSCOPED,
    expiredToken,
    isDisposable: true,
    ids: idsToRead(READ_ID),
  };
  return {
    sandbox,
    tenant,
    serveWith: (faulty) => {
      sandbox.reset();
      serve = faulty;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
}

async function requestOf(incoming: IncomingMessage, origin: string): Promise<Request> {
  const { method = '', url = '', headers } = incoming;
  const body = Buffer.concat(await incoming.toArray());
  return new Request(origin + url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      [...CONNECTION, 'host'].includes(name) ? [] : [[name, String(value)]],
    ),
    ...(body.length > 0 && { body }),
    redirect: 'manual',
  });
}

/** Header fields of the connection. They do not fit a changed body. */
const CONNECTION = ['connection', 'content-length', 'keep-alive', 'transfer-encoding'];

async function callCorrectServer(request: Request): Promise<Response> {
  const { body, status, headers } = await fetch(request);
  const fields = [...headers].filter(([name]) => !CONNECTION.includes(name));
  return new Response(body, { status, headers: fields });
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  // `Response.error()` has the status 0: close the connection.
  if (response.status === 0) {
    outgoing.destroy();
    return;
  }
  // A list of media types becomes one header field for each of them.
  const fields = [...response.headers].flatMap(([name, value]) =>
    (name === 'content-type' ? value.split(', ') : [value]).flatMap((one) => [name, one]),
  );
  outgoing.writeHead(response.status, fields);
  const body = Buffer.from(await response.arrayBuffer());
  const length = Number(response.headers.get('Content-Length') ?? body.length);
  // A body that is shorter than its `Content-Length` is cut off.
  if (length > body.length) outgoing.write(body, () => outgoing.destroy());
  else outgoing.end(body);
}
