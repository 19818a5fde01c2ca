import { packageBump, type Verdict } from 'tenant-management-diff';
import { actionsOf, releaseSections } from './release-text.ts';
import type { ReleaseVersions } from './release-versions.ts';

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
  const lines = releaseSections(verdict, versions).flatMap((section) =>
    section.lines.length === 0 ? [] : [`### ${section.heading}`, '', ...section.lines, ''],
  );
  const text =
    lines.length > 0
      ? lines
      : ['Your code needs no change.', '', ...actionsOf(verdict.changes).map((one) => `- ${one}`)];
  return `${['---', ...releases, '---', '', text.join('\n').trim()].join('\n')}\n`;
}
