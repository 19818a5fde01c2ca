import { fillTemplate, quoted } from 'tools-document';
import { resources, type SandboxOperation, sandboxOperations } from './document-facts.js';
import type { Sandbox } from './sandbox.js';
import type { Client } from './token/oauth-client.js';

/** Number of commands to print: enough to try the sandbox, and few enough to read. */
const MAX_CALLS = 10;

/** Returns a shell command that requests a token for a client. */
export function tokenLine(tokenUrl: string, { clientId, clientSecret }: Client, audience: string | undefined): string {
  const parameters = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret ?? '' };
  const form = Object.entries(audience === undefined ? parameters : { ...parameters, audience });
  const data = form.map(([name, value]) => `${name}=${value}`).join('&');
  return `  TOKEN=$(curl -s -d ${quoted(data)} ${quoted(tokenUrl)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
}

/** Returns shell commands, with the ids of the initial items, for the operations that have no request body. */
export function curlLines(sandbox: Pick<Sandbox, 'baseUrl' | 'resources'>): string[] {
  const callable = sandboxOperations.filter(({ body }) => body === undefined);
  const lines = callable.slice(0, MAX_CALLS).map((operation) => {
    const token = operation.needsToken ? ' -H "Authorization: Bearer $TOKEN"' : '';
    return `  curl -i -X ${operation.method}${token} ${quoted(sandbox.baseUrl + pathOf(operation, sandbox.resources))}`;
  });
  const others = sandboxOperations.length - lines.length;
  return others === 0 ? lines : [...lines, `  (and ${others} more)`];
}

/** Returns the path of an operation with the ids of the first item of its resource. */
function pathOf({ path, resource = '', outerNames, idParameter }: SandboxOperation, state: Sandbox['resources']) {
  // Without a type argument, the values are unknown if the document has no resource.
  const items = Object.entries<ReadonlyMap<string, unknown>>(state).find(([key]) => key === resource)?.[1];
  const [key = ''] = items?.keys() ?? [];
  const outerCount = resources[resource]?.outerCount ?? 0;
  const parts = key.split('/');
  const names = new Map(outerNames.map((name, index) => [name, decodeURIComponent(parts[index] ?? '')]));
  if (idParameter !== undefined) names.set(idParameter, parts.slice(outerCount).join('/'));
  return fillTemplate(path, (name) => encodeURIComponent(names.get(name) || name));
}
