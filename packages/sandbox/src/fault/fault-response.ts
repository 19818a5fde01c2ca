import { sandboxOperations } from '../document-facts.js';
import { withDocumentedBody } from '../documented-response.js';
import type { ReceivedRequest } from '../http/received-request.js';
import { apiFailure, type SandboxResponse, tokenFailure } from '../response.js';
import type { TakenFault } from './fault.js';

const MESSAGE = 'Injected fault';
const HTML_PAGE = '<!doctype html><title>Tenant</title><p>Injected fault';

/**
 * Creates the response of a fault that is a status or an HTML page.
 *
 * @param refusalHeaders Returns the header fields of a 429.
 */
export function faultResponse(
  kind: 'html' | number,
  operation: ReceivedRequest['operation'],
  refusalHeaders: () => SandboxResponse['headers'],
): SandboxResponse {
  if (kind === 'html') return { status: 200, body: HTML_PAGE, headers: { 'Content-Type': 'text/html' } };
  const headers = kind === 429 ? refusalHeaders() : {};
  if (operation !== 'token') {
    const { errorBodies = {} } = sandboxOperations.find(({ id }) => id === operation) ?? {};
    return withDocumentedBody({ errorBodies }, apiFailure({ status: kind, message: MESSAGE }, {}, headers));
  }
  const error = kind === 429 ? 'too_many_requests' : 'server_error';
  return tokenFailure({ status: kind, error, description: MESSAGE }, {}, headers);
}

/** Adds the header fields of a fault to a response, and replaces the body if the fault has one. */
export function replaceContent(
  response: SandboxResponse,
  { headers = {}, body = response.body }: Pick<TakenFault, 'headers' | 'body'>,
): SandboxResponse {
  const added = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(added) }, body };
}
