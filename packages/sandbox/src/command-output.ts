import { fillTemplate } from 'tools-document/operations';
import { quoted } from '../../../common/formatting.js';
import { audience, resources, type ServedOperation, servedOperations } from './document.js';
import type { ReceivedRequest } from './http/request-log.js';
import type { Sandbox } from './sandbox.js';
import { type Client, defaultClient } from './token/oauth-client.js';

/** Number of commands to print: enough to try the sandbox, and few enough to read. */
const MAX_CALLS = 10;

export function tokenLine(tokenUrl: string, { clientId, clientSecret }: Client, audience: string | undefined): string {
  const parameters = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret ?? '' };
  const form = Object.entries(audience === undefined ? parameters : { ...parameters, audience });
  const data = form.map(([name, value]) => `${name}=${value}`).join('&');
  return `  TOKEN=$(curl -s -d ${quoted(data)} ${quoted(tokenUrl)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
}

/** Returns shell commands, with the ids of the initial items, for the operations that have no request body. */
export function curlLines(sandbox: Pick<Sandbox, 'baseUrl' | 'resources'>): string[] {
  const callable = servedOperations.filter(({ body }) => body === undefined);
  const lines = callable.slice(0, MAX_CALLS).map((operation) => {
    const token = operation.needsToken ? ' -H "Authorization: Bearer $TOKEN"' : '';
    return `  curl -i -X ${operation.method}${token} ${quoted(sandbox.baseUrl + pathOf(operation, sandbox.resources))}`;
  });
  const others = servedOperations.length - lines.length;
  return others === 0 ? lines : [...lines, `  (and ${others} more)`];
}

/** Returns the path of an operation with the ids of the first item of its resource. */
function pathOf({ path, resource = '', outerNames, idParameter }: ServedOperation, state: Sandbox['resources']) {
  // Without a type argument, the values are unknown if the document has no resource.
  const items = Object.entries<ReadonlyMap<string, unknown>>(state).find(([key]) => key === resource)?.[1];
  const [key = ''] = items?.keys() ?? [];
  const outerCount = resources[resource]?.outerCount ?? 0;
  const parts = key.split('/');
  const names = new Map(outerNames.map((name, index) => [name, decodeURIComponent(parts[index] ?? '')]));
  if (idParameter !== undefined) names.set(idParameter, parts.slice(outerCount).join('/'));
  return fillTemplate(path, (name) => encodeURIComponent(names.get(name) || name));
}

/**
 * Formats a request as a line of text, such as
 * `12:00:00 GET /api/v2/users/usr_1 200 (my-service) 3 ms`.
 */
export function textLine({ at, method, path, status, clientId, fault }: ReceivedRequest, durationMs: number): string {
  const time = new Date(at).toISOString().slice(11, 19);
  const outcome = status ?? `no response: ${fault ?? 'the caller disconnected'}`;
  const client = clientId === undefined ? '' : ` (${clientId})`;
  return `${time} ${method} ${path} ${outcome}${client} ${Math.round(durationMs)} ms`;
}

/** Formats a request as a JSON object in one line. It contains no token, no secret and no header field. */
export function jsonLine(request: ReceivedRequest, durationMs: number): string {
  const { at, method, path, operation, clientId, status, fault } = request;
  const time = new Date(at).toISOString();
  const outcome = { operation, clientId, status, fault, durationMs: Math.round(durationMs) };
  return JSON.stringify({ event: 'request', time, method, path, ...outcome });
}

/** Formats the start of a sandbox as a JSON object in one line, with its URLs and without the client secret. */
export function jsonStartLine(sandbox: Sandbox): string {
  const { address, baseUrl, tokenUrl, jwksUrl, controlUrl, credentials, notSimulated } = sandbox;
  const urls = { address, baseUrl, tokenUrl, jwksUrl, controlUrl };
  const facts = { time: new Date().toISOString(), ...urls, clientId: credentials.clientId, notSimulated };
  return JSON.stringify({ event: 'start', ...facts });
}

/** Returns what the command prints at the start: the URLs, and commands that call the sandbox. */
export function startText(sandbox: Sandbox): string {
  const { notSimulated } = sandbox;
  const note = notSimulated.length > 0 ? `\nnot simulated: ${notSimulated.join(', ')}\n` : '';
  return `The sandbox listens on ${sandbox.address}
  API             ${sandbox.baseUrl}
  token endpoint  ${sandbox.tokenUrl}
  public key      ${sandbox.jwksUrl}
  control API     ${sandbox.controlUrl ?? 'off; pass --control to serve it'}
  client          ${defaultClient.clientId}, secret ${defaultClient.clientSecret} (public, only for tests)

Try it:
${tokenLine(sandbox.tokenUrl, defaultClient, audience)}
${curlLines(sandbox).join('\n')}

Press Ctrl-C to stop the sandbox.
${note}`;
}
