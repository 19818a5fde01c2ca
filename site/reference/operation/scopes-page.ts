import { formatScopes, type OperationEntry, requiredScopes } from 'tenant-management-document';
import { code, description, table } from '../markdown.ts';
import { page, section } from '../page.ts';
import { callOf, type Links, linksFrom, type Reference } from '../reference.ts';
import { evidenceText } from './sandbox-text.ts';

/** Writes the page of the scopes: which operations need which scope, and the operations whose scopes are not shown. */
export function scopesPage(reference: Reference): string {
  const { document, operations, behavior } = reference;
  const links = linksFrom(reference, '');
  const needs = operations.map((entry) => ({ entry, scopes: requiredScopes(document, entry.operation) }));
  const unknown = needs.filter(({ scopes }) => scopes === null).map(({ entry }) => entry);
  const open = needs.filter(({ scopes }) => scopes?.some((one) => one.length === 0)).map(({ entry }) => entry);
  const declared = declaredScopes(reference);
  const used = needs.flatMap(({ scopes }) => (scopes ?? []).flat());
  const names = [...new Set([...declared.keys(), ...used])].sort();
  const none = unknown.length > 0 ? 'not shown for any operation' : 'no operation whose scopes are shown';
  const rows = names.map((name) => [
    code(name),
    description(declared.get(name) ?? ''),
    needs
      .filter(({ scopes }) => scopes?.flat().includes(name))
      .map(({ entry, scopes }) => `${links.operation(entry)}${otherScopes(name, scopes ?? [])}`)
      .join('; ') || none,
  ]);
  return page(
    {
      title: 'Scopes',
      description: 'Which scope each operation needs, and which operations have scopes that the source does not show.',
      sidebar: { label: 'Scopes', order: 1 },
    },
    [
      `A call of an operation needs an access token with the scopes of the operation. Otherwise, the API returns 403, and \`error\` is an \`ApiError\`. The owner of your tenant grants scopes to your client. To read the scopes in a program, use the [catalogue](${links.guide('tokens.md#scopes-of-an-operation')}).`,
      ...section(
        'Scopes and operations',
        rows.length === 0 ? '' : table(['Scope', 'Meaning', 'Operations that need it'], rows),
      ),
      ...section('Operations whose scopes are not shown', ...unknownParts(unknown, links, behavior.operations)),
      ...section('Operations without a token', operationList(open, links)),
    ],
  );
}

/** Returns all scopes of an operation in parentheses; an empty string if `name` is the only scope. */
function otherScopes(name: string, alternatives: readonly (readonly string[])[]): string {
  if (alternatives.length === 1 && alternatives[0]?.length === 1) return '';
  return alternatives.flat().every((scope) => scope === name) ? '' : ` (${formatScopes(alternatives)})`;
}

/** The scopes that the client credentials flows declare, with their descriptions. */
function declaredScopes({ document }: Reference): Map<string, string> {
  const schemes = Object.values(document.components?.securitySchemes ?? {});
  return new Map(
    schemes.flatMap(({ flows }) => Object.entries(flows?.clientCredentials?.scopes ?? {}) as [string, string][]),
  );
}

function unknownParts(
  operations: readonly OperationEntry[],
  links: Links,
  behavior: Reference['behavior']['operations'],
): string[] {
  if (operations.length === 0) return [];
  const rows = operations.map((entry) => {
    const assumed = behavior[entry.id]?.scopes;
    return [
      `${links.operation(entry)} ${callOf(entry)}`,
      assumed === undefined
        ? 'no scope'
        : `${formatScopes(assumed.any.map((one) => [one]))} (${evidenceText(assumed.source)})`,
    ];
  });
  return [
    'The source does not show which scopes these operations need. Ask the owner of your tenant which scopes to grant. The sandbox assumes the scopes in the last column.',
    table(['Operation', 'The sandbox requires'], rows),
  ];
}

const operationList = (operations: readonly OperationEntry[], links: Links): string =>
  operations.map((entry) => `- ${links.operation(entry)} ${callOf(entry)}`).join('\n');
