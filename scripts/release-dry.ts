import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVersion } from 'tenant-management-diff';
import { ENTRY_FILE } from 'tenant-management-diff/release-text';
import { projectRoot } from 'tenant-management-document';
import { npm } from './process/npm.ts';
import { runScript } from './process/run-script.ts';
import { commitAndTag, copyForRelease } from './release/release-copy.ts';

await runScript(
  `npm run release:dry -- [git ref]

Tries a release in a temporary copy of the project, up to npm publish --dry-run. Writes the packages, their SBOMs and the
text of the release to reports/release, and changes nothing else in the working tree.

  git ref  commit to compare the document with (default: the tag of the last release, or HEAD without a tag)
`,
  async (ref) => {
    // Ctrl-C ends the npm that runs. Without a listener, it would also end this process before the copy is removed.
    process.once('SIGINT', () => {});
    const copy = await copyForRelease();
    try {
      const step = (title: string, args: readonly string[]) => {
        console.log(`${title} …`);
        console.log(npm(args, copy).trim());
      };
      step('Generate', ['run', 'generate']);
      if (!existsSync(join(copy, ENTRY_FILE))) step('Write the changeset', ['run', 'release:entry', '--', ...ref]);
      step('Compare the document with the last release', ['run', 'diff', '--', '--check-release', ...ref]);
      step('Set the version', ['run', 'release:version']);
      const version = await packageVersion(copy);
      console.log(`Tag ${commitAndTag(copy, `v${version}`)}`);
      step('Build and pack', ['run', 'release:pack']);
      const packed = join(copy, 'reports/release');
      const tarballs = (await readdir(packed)).filter((file) => file.endsWith('.tgz'));
      // Without --offline, npm would look up the published versions. With --dry-run, npm needs no credentials.
      for (const file of tarballs)
        step(`Publish ${file} (dry run)`, [
          'publish',
          join(packed, file),
          '--dry-run',
          '--offline',
          '--access',
          'public',
        ]);

      const reports = join(projectRoot, 'reports/release');
      await rm(reports, { recursive: true, force: true });
      await cp(packed, reports, { recursive: true });
      console.log(`Version ${version}. reports/release contains: ${(await readdir(reports)).join(', ')}`);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  },
);
