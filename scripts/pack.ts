import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { packPackages } from './process/pack.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run pack

Builds the client, the sandbox and the command line, and packs them in reports/packages, as they are published.
`,
  async () => {
    const folder = join(projectRoot, 'reports/packages');
    // A package of another version would also match the patterns with which the documentation installs the packages.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const file of Object.values(packPackages(folder))) console.log(`Packed ${relative(projectRoot, file)}`);
  },
);
