// Starts the service with the configuration in environment variables: `npm start`.
import { serve } from '@hono/node-server';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { createApp } from './app.ts';
import { auditFile } from './audit-log.ts';
import { jwtCallers } from './callers.ts';

/** Short enough for a person who waits, and for the shutdown: orchestrators often kill a process after 30 s. */
const CALL_TIMEOUT_MS = 10_000;
/** After this time, a shutdown closes the connections of callers that are still sending a request. */
const SHUTDOWN_TIMEOUT_MS = 15_000;

function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`The environment variable ${name} must be set: see README.md`);
  process.exit(2);
}

const { TENANT_BASE_URL, HOST = '127.0.0.1', PORT = '8787' } = process.env;
const management = createManagementClient({
  // A base URL is for a local sandbox.
  ...(TENANT_BASE_URL ? { baseUrl: TENANT_BASE_URL } : { tenantDomain: required('TENANT_DOMAIN') }),
  auth: clientCredentials({
    clientId: required('TENANT_CLIENT_ID'),
    clientSecret: required('TENANT_CLIENT_SECRET'),
  }),
  timeout: CALL_TIMEOUT_MS,
});
const app = createApp({
  management,
  authenticate: jwtCallers({
    jwksUrl: required('CALLERS_JWKS_URL'),
    issuer: required('CALLERS_ISSUER'),
    audience: required('CALLERS_AUDIENCE'),
  }),
  writeAudit: auditFile(required('AUDIT_FILE')),
  alert: (message, details) => console.error(JSON.stringify({ level: 'alert', message, ...details })),
});

let isShuttingDown = false;
const server = serve(
  {
    hostname: HOST,
    port: Number(PORT),
    fetch: async (request) => {
      const response = await app.fetch(request);
      // Without this header field, the connection stays open for other requests, and the process does not end.
      if (isShuttingDown) response.headers.set('Connection', 'close');
      return response;
    },
  },
  ({ address, port }) => console.log(`listening on http://${address}:${port}`),
);

/**
 * Stops accepting connections. The process ends when the requests in flight have finished, because the timeout of a call
 * is shorter than the time for a shutdown. `process.exit()` would abort the calls whose callers have disconnected.
 */
function shutDown(): void {
  isShuttingDown = true;
  server.close();
  setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS).unref();
  console.log('shutting down');
}
process.once('SIGTERM', shutDown);
process.once('SIGINT', shutDown);
