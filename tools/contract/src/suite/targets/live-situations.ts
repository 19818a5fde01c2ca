import { documentedKey, type OpenApiDocument, type OperationEntry, requiredScopes } from 'tools-document';
import { effectOf } from '../../live-ids.ts';
import { type Candidate, SITUATIONS } from '../situations.ts';

/**
 * Lists the situations that are possible with a live tenant, with their possible statuses. The suite can arrange only
 * some of these situations.
 */
export function liveSituations(document: OpenApiDocument, entry: OperationEntry): Candidate[] {
  const exact = Object.keys(entry.operation.responses ?? {}).filter((key) => /^2\d\d$/.test(key));
  const success = exact.length === 0 ? ['2XX'] : exact;
  const scopes = requiredScopes(document, entry.operation);
  const situation = (kind: keyof typeof SITUATIONS, ...statuses: string[]): Candidate => ({
    kind,
    when: SITUATIONS[kind],
    statuses,
  });
  return [
    // The public service with this API (see packages/sandbox/README.md) returns 400 if the token is not a JWT.
    situation('notJwt', '401', '400'),
    situation('invalidSignature', '401'),
    situation('notGlobal', '401'),
    situation('expiredToken', '401'),
    ...(scopes?.some((list) => list.length === 0) ? [] : [situation('withoutScope', '403')]),
    // The source shows the status for an invalid query, and not which query is invalid: a tenant can ignore a parameter.
    ...(documentedKey(entry.operation, 400) === undefined
      ? []
      : [situation('unknownQueryParameter', '400', ...success)]),
    ...(entry.path.includes('{') ? [situation('unknownId', '404')] : []),
    situation('rateLimit', '429'),
    ...(effectOf(entry) === 'read' ? [situation('bearerToken', ...success)] : []),
    situation('clientCredentials', ...success),
  ];
}
