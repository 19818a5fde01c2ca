import { packageBump } from '../release/release-check.ts';
import type { Verdict } from '../verdict.ts';
import { actionsOf, releaseSections } from './release-text.ts';
import type { ReleaseVersions } from './release-versions.ts';

// A separate entry point, because the compiler, which reads the types, takes half a second to load.
export { compareReleases } from './release-versions.ts';

/** Path of the changeset for the changes of the document, from the root of the project. */
export const ENTRY_FILE = '.changeset/document.md';

const PACKAGES = ['tenant-management-client', 'tenant-management-sandbox', 'tenant-management-cli'];

/**
 * Returns the text of a changeset: the bump of all packages, and what callers must do.
 *
 * @param version Current version of the packages.
 */
export function changesetOf(verdict: Verdict, versions: ReleaseVersions, version: string): string {
  const releases = PACKAGES.map((name) => `"${name}": ${packageBump(verdict.bump, version)}`);
  const sections = releaseSections(verdict, versions).flatMap(({ heading, lines }) =>
    lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n').trim()}`],
  );
  const unchanged = [
    'Your code needs no change.',
    actionsOf(verdict.changes)
      .map((one) => `- ${one}`)
      .join('\n'),
  ];
  // Changesets makes the text an item of a list. A heading in the first line of an item would not be a heading.
  const text = (sections.length > 0 ? ['The OpenAPI document changed.', ...sections] : unchanged).join('\n\n').trim();
  return `${['---', ...releases, '---', '', text].join('\n')}\n`;
}
