import type { OpenApiDocument } from 'tools-document/model';
import { formatScopes, type OperationEntry, requiredScopes } from 'tools-document/operations';
import { groupBy } from '../../common/group-by.ts';
import { description, fenced, inline, page, plain, section, table } from './markdown.ts';
import { tokenSample } from './operation/call-samples.ts';
import { gapsParts } from './operation/not-documented.ts';
import { callOf, groupName, groupOf, type Links, linksFrom, type Reference } from './reference.ts';

/** The keywords of the document that only this page reads. */
interface DescribedDocument extends OpenApiDocument {
  readonly info: OpenApiDocument['info'] & { readonly 'x-not-shown'?: readonly string[] };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
}

/** Writes the first page of the reference: the document, how to request a token, and a table of all operations. */
export function indexPage(reference: Reference): string {
  const document: DescribedDocument = reference.document;
  const { title, version, description: text = '', 'x-not-shown': notShown = [] } = document.info;
  const links = linksFrom(reference, '');
  const groups = groupBy(reference.operations, groupOf);
  const token = tokenSample(document);
  return page(
    {
      title: 'Operations',
      description: `All operations of the ${title}, version ${version}, with their scopes and statuses.`,
      sidebar: { label: 'All operations', order: 0 },
      operations: reference.operations.length,
    },
    [
      `${plain(title)}, version ${plain(version)}: ${reference.operations.length} operations.`,
      ...[...groups].flatMap(([name, entries]) =>
        section(
          plain(name),
          description(document.tags?.find((tag) => groupName(tag.name) === name)?.description ?? ''),
          operationTable(document, entries, links),
        ),
      ),
      ...section('About the API', description(text)),
      ...section('Not documented by the API', ...gapsParts(notShown.map(inline), links)),
      ...section('Request an access token', ...tokenParts(token, links)),
    ],
  );
}

/** Writes the operations of a group as a table that fits on a narrow page: the call is in the cell of the summary. */
function operationTable(document: OpenApiDocument, entries: readonly OperationEntry[], links: Links): string {
  const rows = entries.map((entry) => [
    `${links.operation(entry)}${entry.operation.deprecated === true ? ' (deprecated)' : ''} ${callOf(entry)}`,
    formatScopes(requiredScopes(document, entry.operation)),
    plain(entry.operation['x-release-lifecycle'] ?? 'not documented'),
  ]);
  return table(['Operation', 'Scopes', 'Lifecycle'], rows);
}

function tokenParts(token: string | undefined, links: Links): string[] {
  return [
    `The client requests and renews access tokens itself: see [Tokens](${links.guide('tokens.md')}). The samples for curl read an access token from the variable \`TOKEN\`.`,
    ...(token === undefined
      ? []
      : [
          'These commands request an access token with the client secret in the variable `CLIENT_SECRET`; replace the `client_id` with your client id:',
          fenced('sh', token),
        ]),
  ];
}
