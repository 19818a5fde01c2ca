import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from 'tools-document/read';
import { licenseTexts, packageFolders } from './bundle/licenses.ts';
import { runScript } from './process/run-script.ts';

const root = join(projectRoot, 'packages/cli');
const outdir = join(root, 'dist');

/** commander is a CommonJS module, which loads the modules of Node with `require`. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

await runScript(
  `npm run build --workspace packages/cli

Builds the command line into packages/cli/dist, with the client and all libraries inside.
`,
  async () => {
    await rm(outdir, { recursive: true, force: true });
    const { metafile } = await build({
      entryPoints: [join(root, 'src/cli.ts')],
      absWorkingDir: projectRoot,
      bundle: true,
      // Separate files for the parts that are imported on first use, so that the command starts fast.
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      outdir,
      metafile: true,
      banner: { js: REQUIRE },
      logLevel: 'warning',
    });
    await writeFile(join(outdir, 'LICENSE.bundled'), await licenseTexts(packageFolders(Object.keys(metafile.inputs))));
  },
);
