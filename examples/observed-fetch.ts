import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Fetch } from 'tenant-management-client';

/** What is known of the call that a request belongs to: all attempts of a call carry the same signal. */
interface Seen {
  attempts: number;
  answeredAt: number;
}

/**
 * A `fetch` for the option of that name which says what happens: each attempt, the wait before it, and each token
 * request, as a line and as an OpenTelemetry span. Neither holds a header field or a body, where the secrets are.
 *
 * @param log Takes one line for each request, when it is over.
 * @param fetch What sends the requests.
 */
export function observedFetch(tracer: Tracer, log: (line: string) => void, fetch: Fetch = globalThis.fetch): Fetch {
  const calls = new WeakMap<AbortSignal, Seen>();

  return (request, init) => {
    const seen = calls.get(init.signal) ?? { attempts: 0, answeredAt: Date.now() };
    calls.set(init.signal, seen);
    seen.attempts += 1;
    const isTokenRequest =
      request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false;
    const { host, pathname } = new URL(request.url);
    const what = `${isTokenRequest ? 'token request' : request.method} ${host}${pathname}`;
    const waited = seen.attempts === 1 ? '' : `, attempt ${seen.attempts} after ${Date.now() - seen.answeredAt} ms`;
    const attributes = {
      'http.request.method': request.method,
      'http.request.resend_count': seen.attempts - 1,
      'server.address': host,
      'url.path': pathname,
    };

    return tracer.startActiveSpan(
      isTokenRequest ? 'token request' : request.method,
      { kind: SpanKind.CLIENT, attributes },
      async (span) => {
        try {
          const response = await fetch(request, init);
          span.setAttribute('http.response.status_code', response.status);
          if (!response.ok) span.setStatus({ code: SpanStatusCode.ERROR });
          log(`${what}: ${response.status}${waited}`);
          return response;
        } catch (error) {
          const name = error instanceof Error ? error.name : 'unknown';
          span.setStatus({ code: SpanStatusCode.ERROR, message: name });
          log(`${what}: ${name}${waited}`);
          throw error;
        } finally {
          seen.answeredAt = Date.now();
          span.end();
        }
      },
    );
  };
}
