import { groupBy } from '../../sandbox/build/group-by.ts';
import type { Bump, Change, Verdict } from '../diff/verdict.ts';
import { callCode } from '../openapi/call-code.ts';
import { listOperations, type OpenApiDocument, type OperationEntry } from '../openapi/document.ts';

/** Two versions of the document, with every `$ref` resolved. */
export interface DocumentVersions {
  readonly before: OpenApiDocument;
  readonly after: OpenApiDocument;
}

/** The changeset of the changes of the document, from the root of the project. */
export const ENTRY_FILE = '.changeset/document.md';

const PACKAGES = ['tenant-management-client', 'tenant-management-sandbox'];
const TEXTS_ONLY = 'Descriptions and examples of the API changed. Your code stays the same.';

/** Returns the bump of the packages. Before 1.0, a breaking change needs a minor version (Semantic Versioning, 4). */
export const packageBump = (bump: Bump, version: string): Bump =>
  bump === 'major' && version.startsWith('0.') ? 'minor' : bump;

/**
 * Returns the text of a changeset: the bump of both packages, and for each operation what a caller must do. If the call
 * of an operation differs, the text shows the call before and after the change.
 *
 * @param version Current version of the packages.
 */
export function changesetOf({ bump, changes }: Verdict, versions: DocumentVersions, version: string): string {
  const releases = PACKAGES.map((name) => `"${name}": ${packageBump(bump, version)}`);
  const ofBump = (wanted: Bump) => changes.filter((change) => change.bump === wanted);
  const sections = [
    section('### Breaking changes of the API', ofBump('major'), versions),
    section('### Other changes of the API', ofBump('minor'), versions),
  ].filter((text) => text !== '');
  return `${['---', ...releases, '---', '', sections.join('\n\n') || TEXTS_ONLY].join('\n')}\n`;
}

/** Returns a heading and one item for each place; an empty string without changes. */
function section(heading: string, changes: readonly Change[], versions: DocumentVersions): string {
  const byPlace = groupBy(changes, (change) => placeOf(change, versions));
  const items = [...byPlace].map(([place, [first, ...more]]) => {
    const actions = [...new Set([first, ...more].flatMap((change) => change?.action ?? []))];
    const lines =
      actions.length === 1
        ? [`- ${place}: ${actions[0]}`]
        : [`- ${place}:`, ...actions.map((action) => `  - ${action}`)];
    return [...lines, ...callDifference(first?.operation ?? null, versions)].join('\n');
  });
  return items.length === 0 ? '' : [heading, '', ...items].join('\n');
}

/** Names the place of a change for callers: the operation, or the component that several operations use. */
function placeOf({ operation, pointer }: Change, versions: DocumentVersions): string {
  const { before, after } = entriesOf(operation, versions);
  const entry = before ?? after;
  if (entry !== undefined) return `\`${entry.method} ${entry.path}\``;
  const [, part, , name] = pointer.split('/');
  return part === 'components' && name !== undefined ? `\`${name}\`` : 'The whole API';
}

/** Returns the lines of a code block with the call before and after the change; no line if the calls are equal. */
function callDifference(operation: string | null, versions: DocumentVersions): string[] {
  const { before, after } = entriesOf(operation, versions);
  const [oldCall, newCall] = [before && codeOf(versions.before, before), after && codeOf(versions.after, after)];
  if (oldCall === newCall) return [];
  const lines = [oldCall && `- ${oldCall}`, newCall && `+ ${newCall}`].filter((line) => line !== undefined);
  return ['', '  ```diff', ...lines.map((line) => `  ${line}`), '  ```', ''];
}

const codeOf = (document: OpenApiDocument, entry: OperationEntry) => {
  const code = callCode(document, entry, 'management');
  return code && `await ${code};`;
};

/** Finds an operation in both documents. If its operation id changed, the method and the path must be the same. */
function entriesOf(operation: string | null, versions: DocumentVersions) {
  const [old, current] = [listOperations(versions.before), listOperations(versions.after)];
  const find = (entries: readonly OperationEntry[], other: OperationEntry | undefined) =>
    entries.find(({ id }) => id === operation) ??
    entries.find(({ method, path }) => method === other?.method && path === other.path);
  const after = find(
    current,
    old.find(({ id }) => id === operation),
  );
  return { before: find(old, after), after };
}
