// Logs the requests of one call through a wrapped fetch: a token request, a 429 and a retry.
// Run: `npm run build && npx node examples/observe.ts`.
import { createServer } from 'node:http';
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { observedFetch } from './observed-fetch.ts';

let rateLimited = 1;
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.url === '/oauth/token/') response.end('{"access_token":"example-token","token_type":"Bearer"}');
  else if (rateLimited > 0) response.writeHead(429, { 'Retry-After': '0' }).end('{"message":"Too many requests"}');
  else response.end('{"name":"Partner tokens"}');
  if (request.url !== '/oauth/token/') rateLimited -= 1;
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address = server.address();

const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] });
const management = createManagementClient({
  baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  auth: clientCredentials({ clientId: 'example', clientSecret: 'example-secret' }),
  fetch: observedFetch(provider.getTracer('example'), console.log),
});

const { data } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
console.log(`data: ${data?.name}`);
await provider.shutdown();
server.closeAllConnections();
server.close();
