// TRACE requests. They use the modules of Node.js, because `fetch` cannot send TRACE.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { pathWith } from '../calls/call-url.ts';
import { judgeCalls } from './judge-calls.ts';
import type { Observe } from './observations.ts';
import type { ProbedCall } from './probes.ts';
import type { ContractTest } from './target.ts';

/** A text instead of a token: a client must not send a token in a TRACE request (RFC 9110, section 9.3.8). */
const NO_TOKEN = 'not-a-token-of-the-tenant';

/**
 * Returns a test for each read. A response that repeats the token is only a row of the report, because a server only
 * SHOULD omit the token (RFC 9110, section 9.3.8).
 */
export const traceProbes = (baseUrl: string, calls: readonly ProbedCall[], observe?: Observe): ContractTest[] =>
  calls
    .filter(({ entry }) => entry.method === 'GET')
    .map(({ entry, init }) => {
      const call = `TRACE ${entry.path}`;
      const send = async () => {
        const { request } = baseUrl.startsWith('https:') ? https : http;
        const options = { method: 'TRACE', agent: false, headers: { Authorization: `Bearer ${NO_TOKEN}` } };
        const sent = request(baseUrl + pathWith(entry.path, init.params.path), options).end();
        // The cast is safe: this is the argument of the event.
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        const status = response.statusCode ?? 0;
        const isRepeated = (await text(response)).includes(NO_TOKEN);
        if (isRepeated) observe?.({ call, status, when: 'a token that the response repeats' });
        return { response: new Response(null, { status }) };
      };
      const rule = { call, when: 'an invalid token', passes: ['4XX', '501'], send };
      return {
        group: entry.id,
        title: 'returns no 5XX status for TRACE',
        run: () => judgeCalls([rule], observe),
      };
    });
