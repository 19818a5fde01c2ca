import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type PluginBuild } from 'esbuild';
import { projectRoot } from 'tools-document/read';
import { compileDeclarations, removeUnneeded } from './bundle/declarations.ts';
import { copyValidatorLicenses } from './bundle/licenses.ts';
import { runScript } from './process/run-script.ts';

const outdir = join(projectRoot, 'dist');

const OPTIONS = {
  absWorkingDir: projectRoot,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  packages: 'external',
  outdir,
  // Inlines generated constants, so that bundles contain only code that the document needs.
  minifySyntax: true,
  logLevel: 'warning',
} as const;

/** Keeps the import of the entry point bulk, instead of bundling it. */
function importBulk(build: PluginBuild): void {
  build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path: './bulk.js', external: true }));
}

/** Returns the declarations of all entry points, as paths in `dist`. */
async function declarationEntries(): Promise<string[]> {
  // The cast is safe: publint checks the exports of the package.
  const { exports } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [relative(outdir, join(projectRoot, target.types))],
  );
}

await runScript(
  `npm run build

Builds the client into dist: a JavaScript file for each entry point, and declarations.
`,
  async () => {
    await rm(outdir, { recursive: true, force: true });
    await build({
      ...OPTIONS,
      entryPoints: {
        index: 'src/index.ts',
        bulk: 'src/bulk/index.ts',
        catalogue: 'src/generated/catalogue.ts',
      },
    });
    // A separate build that imports the entry point bulk. Otherwise, Node would load one more shared chunk for index.
    await build({
      ...OPTIONS,
      entryPoints: { 'bulk-node': 'src/bulk/node/index.ts' },
      plugins: [{ name: 'import-bulk', setup: importBulk }],
    });
    // Separate builds, because shared chunks would enlarge the bundles of programs that do not import these entry points.
    const alone = [
      ['deprecation', 'src/deprecation/index.ts'],
      ['drift', 'src/drift/index.ts'],
      ['drift-checks', 'src/generated/response-checks.ts'],
    ] as const;
    for (const [name, source] of alone) await build({ ...OPTIONS, entryPoints: { [name]: source } });
    await copyValidatorLicenses(outdir);
    // Only the modules for Node.js are compiled with the types of Node.js, so that the others use only web standards.
    for (const config of ['src/tsconfig.json', 'src/bulk/node/tsconfig.json'])
      await compileDeclarations(config, outdir);
    await removeUnneeded(outdir, await declarationEntries());
  },
);
