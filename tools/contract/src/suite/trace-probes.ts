// TRACE requests. They use the modules of Node.js, because `fetch` cannot send TRACE.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { pathWith } from '../request-parts.ts';
import { type ContractTest, NO_SERVER_ERROR_TITLE, type Observe, probeTest } from './call-rules.ts';
import type { ProbedCall } from './probes.ts';

/** A text instead of a token: a client must not send a token in a TRACE request (RFC 9110, section 9.3.8). */
const NO_TOKEN = 'not-a-token-of-the-tenant';

/** Sends a TRACE request. Resolves with the status, and whether the response repeats the token. */
async function trace(url: string, timeout: number): Promise<{ status: number; isRepeated: boolean }> {
  const { request } = url.startsWith('https:') ? https : http;
  const signal = AbortSignal.timeout(timeout);
  const options = { method: 'TRACE', agent: false, headers: { Authorization: `Bearer ${NO_TOKEN}` }, signal };
  try {
    // The cast is safe: this is the argument of the event.
    const [response] = (await once(request(url, options).end(), 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, isRepeated: (await text(response)).includes(NO_TOKEN) };
  } catch (error) {
    throw signal.aborted ? new Error(`timed out after ${timeout} ms`) : error;
  }
}

/**
 * Returns a test for each read. A response that repeats the token is only a row of the report, because a server only
 * SHOULD omit the token (RFC 9110, section 9.3.8).
 */
export const traceProbes = (
  baseUrl: string,
  calls: readonly ProbedCall[],
  observe?: Observe,
  timeout = 60_000,
): ContractTest[] =>
  calls
    .filter(({ entry }) => entry.method === 'GET')
    .map(({ entry, init }) => {
      const call = `TRACE ${entry.path}`;
      const send = async () => {
        const { status, isRepeated } = await trace(baseUrl + pathWith(entry.path, init.params.path), timeout);
        if (isRepeated) observe?.({ call, status, when: 'a token that the response repeats' });
        return { response: new Response(null, { status }) };
      };
      const rule = { call, when: 'an invalid token', passes: ['4XX', '501'], send };
      return probeTest(entry.id, `returns ${NO_SERVER_ERROR_TITLE} for TRACE`, [rule], observe);
    });
