import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVersion } from 'tenant-management-diff';

/** Path of the page, from the root of the project. */
export const VERSIONS_PAGE = 'docs/versions.md';

/** One row of the page: the version of all packages, `info.version` of the document, and the tag of a release. */
export interface PackageVersion {
  readonly version: string;
  readonly document: string;
  readonly tag?: string | undefined;
}

const NO_TAG = 'none';
const HEAD = `<!-- Made by \`npm run generate\`. Do not edit. -->

# Versions

The types, the catalogue and the sandbox are generated from the OpenAPI document. \`info.version\` of the document is the
version of the API. All published packages have one common version. It is separate from \`info.version\`, and can change
even if \`info.version\` stays the same.

| Version of the packages | \`info.version\` of the document | Git tag |
| --- | --- | --- |
`;
/** A row after the head of the table. The first and the last cell contain no spaces. */
const ROW = /^\| (\d\S*) \| (.*) \| `?(\S+?)`? \|$/gm;

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

/**
 * Returns the page with the row of a version. A new version becomes the first row. The row of a version with a
 * tag does not change.
 *
 * @param page Current text of the page, which has the rows of the other versions, or an empty string.
 */
export function versionsPage(page: string, { version, document, tag }: PackageVersion): string {
  const rows = [...page.matchAll(ROW)].map(([row, rowVersion, , rowTag]) => ({ row, rowVersion, rowTag }));
  const current = `| ${version} | ${inCell(document)} | ${tag === undefined ? NO_TAG : `\`${tag}\``} |`;
  const index = rows.findIndex(({ rowVersion }) => rowVersion === version);
  const lines = rows.map(({ row, rowTag }, place) => (place === index && rowTag === NO_TAG ? current : row));
  return `${HEAD}${[...(index < 0 ? [current] : []), ...lines].join('\n')}\n`;
}

/** Returns the new text of the page in the folder of a project: `versionsPage` with the version in `package.json`. */
export async function projectVersionsPage(document: string, folder: string): Promise<string> {
  const page = await readFile(join(folder, VERSIONS_PAGE), 'utf8').catch(() => '');
  return versionsPage(page, { version: await packageVersion(folder), document });
}
