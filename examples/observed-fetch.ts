import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Fetch, RequestedOperation } from 'tenant-management-client';

/**
 * Returns a function for the client's option `fetch`. The function writes a log line and an OpenTelemetry span for each
 * attempt and each token request, with the path template instead of the path. Lines and spans contain no id, no header
 * field and no body, so they contain no secret.
 *
 * @param log Called with one line after each request has succeeded or failed.
 * @param fetch Sends the requests.
 */
export function observedFetch(tracer: Tracer, log: (line: string) => void, fetch: Fetch = globalThis.fetch): Fetch {
  return (request, init) => {
    const { method, path, attempt = 1 }: Partial<RequestedOperation> = init.operation ?? { method: request.method };
    const name = path === undefined ? `${method}` : `${method} ${path}`;
    const attemptText = attempt === 1 ? '' : `, attempt ${attempt}`;
    const attributes = {
      'http.request.method': `${method}`,
      'http.request.resend_count': attempt - 1,
      'server.address': new URL(request.url).hostname,
      ...(path !== undefined && { 'url.template': path }),
    };
    return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      try {
        const response = await fetch(request, init);
        span.setAttribute('http.response.status_code', response.status);
        if (!response.ok) span.setStatus({ code: SpanStatusCode.ERROR });
        log(`${name}: ${response.status}${attemptText}`);
        return response;
      } catch (error) {
        const errorName = error instanceof Error ? error.name : 'unknown';
        span.setStatus({ code: SpanStatusCode.ERROR, message: errorName });
        log(`${name}: ${errorName}${attemptText}`);
        throw error;
      } finally {
        span.end();
      }
    });
  };
}
