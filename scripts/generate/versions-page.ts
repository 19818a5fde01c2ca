import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVersion } from 'tools-diff';

/** Path of the page, from the root of the project. */
export const VERSIONS_PAGE = 'docs/versions.md';

const HEAD = `<!-- Made by \`npm run generate\`. Do not edit. -->

# Versions

The types, the catalogue and the sandbox are generated from the OpenAPI document. \`info.version\` of the document is the
version of the API. All published packages have one common version. It is separate from \`info.version\`, and can change
even if \`info.version\` stays the same. The Git tag of a release is \`v\` followed by the version of the packages.

| Version of the packages | \`info.version\` of the document |
| --- | --- |
`;
/** The version of the packages before their first publication. */
export const UNPUBLISHED = '0.0.0';
/** A row after the head of the table. */
const ROW = /^\| \d\S* \| .* \|$/gm;

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

/**
 * Returns the page with a row for a version. A new version becomes the first row. A row never changes, because after the
 * release of the version, the document can have another `info.version`.
 *
 * @param page Current text of the page, which has the rows of the other versions, or an empty string.
 * @param document `info.version` of the document.
 */
export function versionsPage(page: string, version: string, document: string): string {
  const rows = [...page.matchAll(ROW)].map(([row]) => row);
  const isListed = version === UNPUBLISHED || rows.some((row) => row.startsWith(`| ${version} |`));
  const added = isListed ? [] : [`| ${version} | ${inCell(document)} |`];
  return `${HEAD}${[...added, ...rows].join('\n')}\n`;
}

/** Returns the new text of the page in the folder of a project: `versionsPage` with the version in `package.json`. */
export async function projectVersionsPage(document: string, folder: string): Promise<string> {
  const page = await readFile(join(folder, VERSIONS_PAGE), 'utf8').catch(() => '');
  return versionsPage(page, await packageVersion(folder), document);
}
