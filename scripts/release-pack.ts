import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVersion } from 'tenant-management-diff';
import { changelogSection } from 'tenant-management-diff/release-text';
import { projectRoot } from 'tenant-management-document';
import { packPackages } from './process/pack.ts';
import { runScript } from './process/run-script.ts';
import { sbomOf } from './release/sbom.ts';

/** Returns the libraries whose code the command line contains, including those of the client, with their versions. */
async function bundledByCli(): Promise<Record<string, string>> {
  const [cli, client] = await Promise.all(
    ['packages/cli', '.'].map(async (folder) =>
      JSON.parse(await readFile(join(projectRoot, folder, 'package.json'), 'utf8')),
    ),
  );
  return { ...cli.devDependencies, ...client.dependencies };
}

await runScript(
  `npm run release:pack

Builds all packages and packs them into reports/release, with their software bills of materials (SBOM) in CycloneDX
format and the text of the release.
`,
  async () => {
    const folder = join(projectRoot, 'reports/release');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { client, sandbox, cli } = packPackages(folder);
    await writeFile(client.replace(/tgz$/, 'cdx.json'), await sbomOf('.'));
    await writeFile(sandbox.replace(/tgz$/, 'cdx.json'), await sbomOf('packages/sandbox'));
    await writeFile(cli.replace(/tgz$/, 'cdx.json'), await sbomOf('packages/cli', await bundledByCli()));
    const version = await packageVersion(projectRoot);
    const changelog = await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8');
    await writeFile(join(folder, 'CHANGELOG.md'), changelogSection(changelog, version));
  },
);
