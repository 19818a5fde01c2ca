import type { OpenApiDocument, OperationObject } from 'tools-document/model';
import { requiredScopes } from 'tools-document/operations';
import type { TreeNode } from '../document-tree.ts';
import type { OperationPair } from '../match-operations.ts';
import type { ChangeKind, ReportChange } from '../policy.ts';

/** The two versions of a document. */
interface Documents {
  readonly before: TreeNode;
  readonly after: TreeNode;
}

/** Compares the scopes and the security schemes that an operation requires. */
export function compareOperationSecurity(
  documents: Documents,
  { before, after }: OperationPair,
  report: ReportChange,
): void {
  const pointer = after.node.child('security')?.pointer ?? `${documents.after.pointer}/security`;
  const name = `${after.method} ${after.path}`;
  const [was, is] = [isPublic(documents.before, before.node), isPublic(documents.after, after.node)];
  if (was !== is) report(was ? 'authentication-added' : 'authentication-removed', pointer, { name });
  const needs = credentialsOf(documents.before, before.node);
  const newNeeds = credentialsOf(documents.after, after.node);
  const hasBoth = needs.length > 0 && newNeeds.length > 0;
  if (was !== is && (was || !hasBoth)) return;
  const scopes = hasBoth ? scopesOf(documents.before, needs) : null;
  const newScopes = hasBoth ? scopesOf(documents.after, newNeeds) : null;
  const kind = scopeChange(scopes, newScopes);
  const to = (newScopes ?? []).map((list) => list.join(' and ')).join(', or ');
  if (kind !== undefined) report(kind, pointer, { name, to });
  const [old, now] = [schemesOf(needs), schemesOf(newNeeds)];
  const removed = [...old].filter((schemes) => !isSufficient(schemes, now));
  const added = [...now].filter((schemes) => !old.has(schemes));
  const list = (alternatives: Iterable<string>) => [...alternatives].join(' or ');
  if (removed.length > 0)
    report('security-alternative-removed', pointer, { name, from: list(removed), to: list(now) || 'no credentials' });
  if (added.length > 0) report('security-scheme-added', pointer, { name: list(added) });
  if (kind !== undefined || scopes === null || newScopes === null || removed.length + added.length > 0) return;
  // The lists of scopes are the same, but the alternatives can have exchanged them.
  const exchanged = scopeChange(needs.map(schemeScopes), newNeeds.map(schemeScopes));
  if (exchanged !== undefined) report(exchanged, pointer, { name, to });
}

/** Security requirements. The casts are safe: the lint run has checked these members. */
type Requirements = NonNullable<OperationObject['security']>;

const scopesOf = (document: TreeNode, security: Requirements): string[][] | null =>
  requiredScopes(document.value as OpenApiDocument, { security });

/** Returns alternatives. Each alternative names the schemes that are needed together: `a and b`. */
const schemesOf = (requirements: Requirements): Set<string> =>
  new Set(requirements.map((one) => Object.keys(one).toSorted().join(' and ')));

function requirementsOf(document: TreeNode, { members }: TreeNode): Requirements {
  const security = members['security'] ?? document.members['security'] ?? [];
  return Array.isArray(security) ? (security as Requirements) : [];
}

/** Returns the alternatives of an operation without the empty requirement `{}`, which makes the others optional. */
const credentialsOf = (document: TreeNode, operation: TreeNode): Requirements =>
  requirementsOf(document, operation).filter((one) => Object.keys(one).length > 0);

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
function isPublic(document: TreeNode, operation: TreeNode): boolean {
  const alternatives = requirementsOf(document, operation);
  return alternatives.length === 0 || alternatives.some((one) => Object.keys(one).length === 0);
}

/** Compares alternative lists of scopes: a token needs all scopes of at least one list. */
function scopeChange(before: string[][] | null, after: string[][] | null): ChangeKind | undefined {
  if (before === null) return after === null ? undefined : 'scopes-shown';
  if (after === null) return 'scopes-hidden';
  /** Returns whether each list of a token's scopes contains all scopes of at least one list that an operation needs. */
  const suffices = (tokens: string[][], needs: string[][]) =>
    tokens.every((token) => needs.some((scopes) => scopes.every((scope) => token.includes(scope))));
  if (!suffices(before, after)) return 'scope-added';
  return suffices(after, before) ? undefined : 'scope-removed';
}
