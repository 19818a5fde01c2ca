import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';
import { observedFetch } from '../../examples/observed-fetch.ts';
import { describeOperations } from '../../examples/operation-list.ts';
import { clientCredentials, createManagementClient } from '../../src/index.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';

/** Creates a client with an observed fetch; returns a call, the log lines and the spans. */
function observedClient(outcomes: readonly (Response | Error)[]) {
  const spans = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const lines: string[] = [];
  const { fetch } = scriptedFetch(outcomes);
  const management = createManagementClient({
    tenantDomain: 'acme.example.com',
    auth: clientCredentials({ clientId: 'id', clientSecret: 'client-secret' }),
    fetch: observedFetch(provider.getTracer('test'), (line) => lines.push(line), fetch),
  });
  const remove = () => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
  return { remove, lines, spans };
}

const tokenResponse = () => Response.json({ access_token: 'access-token', token_type: 'Bearer' });

test('observedFetch() names spans and lines by the operation, without ids, access token and client secret', async () => {
  const refusal = Response.json({}, { status: 429, headers: { 'Retry-After': '0' } });
  const { remove, lines, spans } = observedClient([tokenResponse(), refusal, new Response(null, { status: 204 })]);
  await remove();
  expect(lines).toEqual([
    'POST /oauth/token/: 200',
    'DELETE /guardian/enrollments/{id}: 429',
    'DELETE /guardian/enrollments/{id}: 204, attempt 2',
  ]);
  const finished = spans.getFinishedSpans();
  const name = 'DELETE /guardian/enrollments/{id}';
  expect(finished.map((span) => span.name)).toEqual(['POST /oauth/token/', name, name]);
  expect(finished.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([200, 429, 204]);
  expect(finished.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([0, 0, 1]);
  const logged = JSON.stringify([
    lines,
    finished.map(({ attributes, status, events }) => ({ attributes, status, events })),
  ]);
  expect(logged).not.toContain('dev_1');
  expect(logged).not.toContain('access-token');
  expect(logged).not.toContain('client-secret');
});

test('observedFetch() logs the name of a network error, and the call throws a NetworkError whose cause is this error', async () => {
  const failure = new TypeError('fetch failed');
  const { remove, lines, spans } = observedClient([tokenResponse(), failure, failure, failure]);
  await expect(remove()).rejects.toMatchObject({ name: 'NetworkError', cause: failure });
  expect(lines).toHaveLength(4);
  expect(lines[3]).toBe('DELETE /guardian/enrollments/{id}: TypeError, attempt 3');
  expect(spans.getFinishedSpans()).toHaveLength(4);
});

const entry = {
  method: 'GET',
  path: '/books',
  summary: 'List the books',
  scopes: null,
  lifecycle: 'Deprecated',
  deprecated: true,
  statuses: {},
  notShown: ['required scopes'],
};

test('describeOperations() marks a deprecated operation, and no other operation', () => {
  const other = { ...entry, path: '/shelves', summary: 'List the shelves', lifecycle: 'Beta', deprecated: false };
  expect(describeOperations({ list_books: entry, list_shelves: other }).split('\n')).toEqual([
    '  GET /books: List the books (deprecated)',
    '    lifecycle: Deprecated · scopes: not documented',
    '    not documented: required scopes',
    '  GET /shelves: List the shelves',
    '    lifecycle: Beta · scopes: not documented',
    '    not documented: required scopes',
  ]);
});
