import { existsSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractAt, contractIn, defaultRef, packageVersion } from 'tools-diff';
import { changesetOf, compareReleases, ENTRY_FILE } from 'tools-diff/release-text';
import { projectRoot } from 'tools-document/read';
import { typesModule } from './generate/types-module.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run release:entry -- [git ref]

Compares the document, and the aliases and scopes in its behavior file, with a git ref. Writes to
.changeset/document.md what callers must do.

  git ref  commit to compare with (default: the tag of the last release, or HEAD without a tag)
`,
  async ([given]) => {
    const path = join(projectRoot, ENTRY_FILE);
    if (existsSync(path))
      throw new Error(`${ENTRY_FILE} exists: edit the file, or delete it and run this command again`);
    const ref = given ?? defaultRef();
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tenant-management-entry-'));
    const [before, after] = [await contractAt(ref, folder.path), await contractIn(projectRoot)];
    const { verdict, versions } = await compareReleases(before, after, typesModule);
    if (verdict.bump === 'none') {
      console.log(`The document, the aliases and the scopes have no change since ${ref} that needs a changeset.`);
    } else {
      await writeFile(path, changesetOf(verdict, versions, await packageVersion(projectRoot)));
      console.log(
        `Wrote ${ENTRY_FILE} from the changes since ${ref}. Edit the text that callers read in the changelog.`,
      );
    }
  },
);
