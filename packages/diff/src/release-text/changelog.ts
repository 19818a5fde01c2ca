import { groupBy } from 'tenant-management-document';

/**
 * Returns the changelog with a section for a new version, above the sections of earlier versions. The text of the
 * section "Unreleased", if there is one, becomes a part of the new section. Parts with the same heading are merged.
 *
 * @param texts Texts of the changesets.
 */
export function releasedChangelog(changelog: string, version: string, texts: readonly string[]): string {
  const first = changelog.search(/^## /m);
  const head = first < 0 ? `${changelog.trimEnd()}\n\n` : changelog.slice(0, first);
  const [latest = '', ...earlier] = first < 0 ? [] : changelog.slice(first).split(/^(?=## )/m);
  const isUnreleased = latest.startsWith('## Unreleased\n');
  const text = mergeParts(isUnreleased ? [...texts, latest.replace('## Unreleased\n', '')] : texts);
  const sections = isUnreleased ? earlier : [latest, ...earlier];
  return `${[`${head}## ${version}`, ...text, sections.join('')].join('\n\n').trimEnd()}\n`;
}

/** Merges the parts of texts that have the same heading, such as `### Added`. Text without a heading comes first. */
function mergeParts(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.split(/^(?=### )/m)).map((part) => part.trim());
  const byHeading = groupBy(parts, (part) => /^### .*/.exec(part)?.[0] ?? '');
  const untitled = byHeading.get('') ?? [];
  byHeading.delete('');
  const titled = [...byHeading].flatMap(([heading, group]) => [
    heading,
    ...group.map((part) => part.slice(heading.length).trim()),
  ]);
  return [...untitled, ...titled].filter((part) => part !== '');
}

/** Returns the section of a version without its heading. */
export function changelogSection(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(`\n## ${version}\n`);
  return `${(section.split(/^## /m)[0] ?? '').trim()}\n`;
}
