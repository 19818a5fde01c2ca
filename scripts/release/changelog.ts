/**
 * Returns the changelog with a section for a new version, above the sections of earlier versions. The text of the
 * section "Unreleased", if there is one, becomes a part of the new section.
 *
 * @param texts Texts of the changesets.
 */
export function releasedChangelog(changelog: string, version: string, texts: readonly string[]): string {
  const first = changelog.search(/^## /m);
  const head = first < 0 ? `${changelog.trimEnd()}\n\n` : changelog.slice(0, first);
  const sections = first < 0 ? '' : changelog.slice(first).replace(/^## Unreleased\n+/, '');
  return `${[`${head}## ${version}`, ...texts, sections].join('\n\n').trimEnd()}\n`;
}

/** Returns the section of a version without its heading. */
export function changelogSection(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(`\n## ${version}\n`);
  return `${(section.split(/^## /m)[0] ?? '').trim()}\n`;
}
