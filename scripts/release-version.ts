import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { packageVersion } from 'tenant-management-diff';
import { releasedChangelog } from 'tenant-management-diff/release-text';
import { findApi, projectRoot, readDocument } from 'tenant-management-document';
import { VERSIONS_PAGE, versionsPage } from './generate/versions-page.ts';
import { npm } from './process/npm.ts';
import { runNode } from './process/run-node.ts';
import { runScript } from './process/run-script.ts';
import { QUOTING_FILES, withVersion } from './release/quoted-versions.ts';

const changesetCli = join(dirname(createRequire(import.meta.url).resolve('@changesets/cli/package.json')), 'bin.js');

/** Timeout in milliseconds: longer than Changesets takes on a busy machine. */
const CHANGESETS_TIMEOUT_MS = 60_000;

/** Reads a file, and returns a function that writes the changed text for a version. */
async function prepareEdit(
  file: string,
  change: (text: string, version: string) => string,
): Promise<(version: string) => Promise<void>> {
  const path = join(projectRoot, file);
  const text = await readFile(path, 'utf8');
  return (version) => writeFile(path, change(text, version));
}

await runScript(
  `npm run release:version

Sets the next version of all packages from the changesets in .changeset, and moves their texts to CHANGELOG.md.
`,
  async () => {
    const changesets = await readChangesets(projectRoot);
    if (changesets.length === 0) {
      throw new Error(
        '.changeset must contain a changeset: run `npm run release:entry` if the document changed, else `npx changeset`',
      );
    }
    const texts = changesets.map(({ summary }) => summary).filter((summary) => summary !== '');
    const { info } = await readDocument((await findApi()).file);
    // Changesets deletes the texts of the changesets, so everything that can fail runs before Changesets.
    const edits = [
      await prepareEdit('CHANGELOG.md', (text, version) => releasedChangelog(text, version, texts)),
      ...(await Promise.all(QUOTING_FILES.map((file) => prepareEdit(file, withVersion)))),
      await prepareEdit(VERSIONS_PAGE, (page, version) =>
        versionsPage(page, { version, document: info.version, tag: `v${version}` }),
      ),
    ];
    const { status, output } = await runNode([changesetCli, 'version'], {
      cwd: projectRoot,
      timeout: CHANGESETS_TIMEOUT_MS,
    });
    if (status !== 0) throw new Error(output);

    const version = await packageVersion(projectRoot);
    for (const write of edits) await write(version);
    // npm writes the new version to package-lock.json.
    npm(['install', '--package-lock-only', '--offline', '--ignore-scripts'], projectRoot);
    console.log(`All packages now have the version ${version}.`);
  },
);
