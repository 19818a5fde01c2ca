import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Fetch } from 'tenant-management-client';

/** State of one call. The client passes the same signal with every attempt of a call. */
interface ObservedCall {
  attempts: number;
  lastSettledAt: number;
}

/**
 * Returns a function for the client's option `fetch`. The function writes a log line and an OpenTelemetry span for each
 * attempt and each token request. The line of a retry contains the delay before the retry. Lines and spans contain no
 * header field and no body, so they contain no secret.
 *
 * @param log Called with one line after each request has succeeded or failed.
 * @param fetch Sends the requests.
 */
export function observedFetch(tracer: Tracer, log: (line: string) => void, fetch: Fetch = globalThis.fetch): Fetch {
  const calls = new WeakMap<AbortSignal, ObservedCall>();

  return (request, init) => {
    const observed = calls.get(init.signal) ?? { attempts: 0, lastSettledAt: Date.now() };
    calls.set(init.signal, observed);
    observed.attempts += 1;
    const isTokenRequest =
      request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false;
    const { host, pathname } = new URL(request.url);
    const label = `${isTokenRequest ? 'token request' : request.method} ${host}${pathname}`;
    const retryInfo =
      observed.attempts === 1 ? '' : `, attempt ${observed.attempts} after ${Date.now() - observed.lastSettledAt} ms`;
    const attributes = {
      'http.request.method': request.method,
      'http.request.resend_count': observed.attempts - 1,
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
          log(`${label}: ${response.status}${retryInfo}`);
          return response;
        } catch (error) {
          const name = error instanceof Error ? error.name : 'unknown';
          span.setStatus({ code: SpanStatusCode.ERROR, message: name });
          log(`${label}: ${name}${retryInfo}`);
          throw error;
        } finally {
          observed.lastSettledAt = Date.now();
          span.end();
        }
      },
    );
  };
}
