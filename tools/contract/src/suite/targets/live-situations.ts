import { type OpenApiDocument, pointerTo } from 'tools-document/model';
import { documentedKey, type OperationEntry, requiredScopes } from 'tools-document/operations';
import { effectOf } from '../../live/item-ids.ts';
import { NO_SERVER_ERROR } from '../call-rules.ts';
import { securitySource } from '../probes.ts';
import { type Candidate, SITUATIONS } from '../situations.ts';

/** Returns the statuses of a documented success. */
export function successStatuses({ operation }: OperationEntry): readonly string[] {
  const exact = Object.keys(operation.responses ?? {}).filter((key) => /^2\d\d$/.test(key));
  return exact.length === 0 ? ['2XX'] : exact;
}

/**
 * Lists the situations that are possible with a live tenant, with their possible statuses. The suite can arrange only
 * some of these situations.
 */
export function liveSituations(document: OpenApiDocument, entry: OperationEntry): Candidate[] {
  const success = successStatuses(entry);
  const scopes = requiredScopes(document, entry.operation);
  const situation = (kind: keyof typeof SITUATIONS, ...statuses: string[]): Candidate => ({
    kind,
    when: SITUATIONS[kind],
    statuses,
  });
  /** Returns a situation with one status. If the document does not show this status, another rule holds. */
  const shown = (kind: keyof typeof SITUATIONS, status: string, otherwise: Partial<Candidate>): Candidate => ({
    ...situation(kind, status),
    ...(entry.operation.responses?.[status] === undefined && otherwise),
  });
  /** The document requires that the call is rejected, and does not show the status. */
  const rejected = { open: ['4XX'], source: securitySource(entry) };
  const open = { open: NO_SERVER_ERROR };
  return [
    { ...situation('notJwt', '401'), ...rejected },
    shown('invalidSignature', '401', rejectedSignature(document, entry) ?? rejected),
    situation('notGlobal', '401'),
    shown('expiredToken', '401', rejected),
    ...(scopes === null ? [{ ...situation('withoutScope', '403'), ...open, when: 'a token without scopes' }] : []),
    ...(scopes?.every((list) => list.length > 0) ? [shown('withoutScope', '403', rejected)] : []),
    // The source shows the status for an invalid query, and not which query is invalid: a tenant can ignore a parameter.
    ...(documentedKey(entry.operation, 400) === undefined
      ? []
      : [situation('unknownQueryParameter', '400', ...success)]),
    ...(entry.path.includes('{') ? [shown('unknownId', '404', open)] : []),
    situation('rateLimit', '429'),
    ...(effectOf(entry) === 'read' ? [situation('bearerToken', ...success)] : []),
    situation('clientCredentials', ...success),
  ];
}

/** The statement about an invalid signature. Another wording can say something else, so it requires no status. */
const REJECTED_SIGNATURE = /\brejects a token with 401 if its signature is invalid\b/;

/** Returns the rule for an invalid signature if the description of a security scheme of the operation states it. */
function rejectedSignature(
  { components, security = [] }: OpenApiDocument,
  { operation }: OperationEntry,
): Partial<Candidate> | undefined {
  for (const name of (operation.security ?? security).flatMap(Object.keys)) {
    const text = components?.securitySchemes?.[name]?.description?.replace(/\s+/g, ' ') ?? '';
    const place = pointerTo(['components', 'securitySchemes', name, 'description']);
    const [statement] = REJECTED_SIGNATURE.exec(text) ?? [];
    if (statement !== undefined) return { open: [], source: `the document (${place}) says "${statement}"` };
  }
  return undefined;
}
