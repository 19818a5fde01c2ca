import { type OpenApiDocument, type Operation, requiredScopes } from 'tools-document';
import type { OperationPair } from '../match-operations.ts';
import type { Place } from '../place.ts';
import type { Kind, ReportChange } from '../policy.ts';

/** The two versions of a document. */
interface Documents {
  readonly before: Place;
  readonly after: Place;
}

/** Compares the scopes and the security schemes that an operation requires. */
export function compareOperationSecurity(
  documents: Documents,
  { before, after }: OperationPair,
  report: ReportChange,
): void {
  const pointer = after.place.child('security')?.pointer ?? `${documents.after.pointer}/security`;
  const name = `${after.method} ${after.path}`;
  const [was, is] = [isPublic(documents.before, before.place), isPublic(documents.after, after.place)];
  if (was && !is) report('authentication-added', pointer, { name });
  else if (!was && is) report('authentication-removed', pointer, { name });
  else {
    const [scopes, newScopes] = [scopesOf(documents.before, before.place), scopesOf(documents.after, after.place)];
    const kind = scopeChange(scopes, newScopes);
    const to = (newScopes ?? []).map((list) => list.join(' and ')).join(', or ');
    if (kind !== undefined) report(kind, pointer, { name, to });
    const [old, now] = [schemesOf(documents.before, before.place), schemesOf(documents.after, after.place)];
    const removed = [...old].filter((schemes) => !isSufficient(schemes, now));
    const added = [...now].filter((schemes) => !old.has(schemes));
    const list = (alternatives: Iterable<string>) => [...alternatives].join(' or ');
    if (removed.length > 0)
      report('security-alternative-removed', pointer, { name, from: list(removed), to: list(now) });
    if (added.length > 0) report('security-scheme-added', pointer, { name: list(added) });
    if (kind !== undefined || scopes === null || newScopes === null || removed.length + added.length > 0) return;
    // The lists of scopes are the same, but the alternatives can have exchanged them.
    const tokens = [documents.before, documents.after].map((document, index) =>
      requirementsOf(document, index === 0 ? before.place : after.place).map(schemeScopes),
    );
    const exchanged = scopeChange(tokens[0] ?? [], tokens[1] ?? []);
    if (exchanged !== undefined) report(exchanged, pointer, { name, to });
  }
}

/** The casts are safe: requiredScopes() reads only members that the lint run has checked. */
const scopesOf = (document: Place, operation: Place): string[][] | null =>
  requiredScopes(document.value as OpenApiDocument, operation.value as Operation);

/** Returns the alternatives of an operation. Each alternative names the schemes that are needed together: `a and b`. */
const schemesOf = (document: Place, operation: Place): Set<string> =>
  new Set(requirementsOf(document, operation).map((one) => Object.keys(one).toSorted().join(' and ')));

function requirementsOf(document: Place, { node }: Place): readonly object[] {
  const security = node['security'] ?? document.node['security'] ?? [];
  return Array.isArray(security) ? security : [];
}

/** Returns the scopes of a requirement, each with the name of its scheme. */
const schemeScopes = (requirement: object): string[] =>
  Object.entries(requirement).flatMap(([scheme, scopes]) => [
    scheme,
    ...[scopes].flat().map((scope) => `${scheme} ${scope}`),
  ]);

/** Returns whether `schemes` contains all schemes of at least one alternative in `others`. */
const isSufficient = (schemes: string, others: ReadonlySet<string>): boolean =>
  [...others].some((needed) => needed.split(' and ').every((scheme) => schemes.split(' and ').includes(scheme)));

/** Returns whether an operation needs no token: without requirements, or with the empty requirement `{}`. */
function isPublic(document: Place, operation: Place): boolean {
  const alternatives = schemesOf(document, operation);
  return alternatives.size === 0 || alternatives.has('');
}

/** Compares alternative lists of scopes: a token needs all scopes of at least one list. */
function scopeChange(before: string[][] | null, after: string[][] | null): Kind | undefined {
  if (before === null) return after === null ? undefined : 'scopes-shown';
  if (after === null) return 'scopes-hidden';
  /** Returns whether each list of a token's scopes contains all scopes of at least one list that an operation needs. */
  const suffices = (tokens: string[][], needs: string[][]) =>
    tokens.every((token) => needs.some((scopes) => scopes.every((scope) => token.includes(scope))));
  if (!suffices(before, after)) return 'scope-added';
  return suffices(after, before) ? undefined : 'scope-removed';
}
