import { execFileSync } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type PluginBuild } from 'esbuild';
import { projectRoot } from 'tenant-management-document';
import { packDeclarations } from './build/declarations.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

answerHelp(`npm run build

Builds the client into dist: a JavaScript file for each entry point, and declarations.
`);

const outdir = join(projectRoot, 'dist');

try {
  await rm(outdir, { recursive: true, force: true });
  const options = {
    absWorkingDir: projectRoot,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    packages: 'external',
    outdir,
    sourcemap: true,
    logLevel: 'warning',
  } as const;
  await build({
    ...options,
    entryPoints: {
      index: 'src/index.ts',
      bulk: 'src/bulk/index.ts',
      catalogue: 'src/generated/catalogue.ts',
    },
  });
  // A separate build that imports the entry point bulk. Otherwise, Node would load one more shared chunk for index.
  await build({
    ...options,
    entryPoints: { 'bulk-node': 'src/bulk/node/index.ts' },
    plugins: [{ name: 'import-bulk', setup: importBulk }],
  });
  // Separate builds, because shared chunks would enlarge the bundles of programs that do not import these entry points.
  for (const name of ['deprecation', 'drift'])
    await build({ ...options, entryPoints: { [name]: `src/${name}/index.ts` } });
  // Copy the licenses of these packages, because the compiled validators contain their code.
  for (const name of ['ajv', 'ajv-formats'])
    await cp(join(projectRoot, 'node_modules', name, 'LICENSE'), join(outdir, `LICENSE.${name}`));
  // TypeScript 7 is the fastest compiler. `npm run smoke` compiles the declarations with every supported version.
  const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
  // Only the modules for Node.js are compiled with the types of Node.js, so that the others use only web standards.
  for (const config of ['tsconfig.build.json', 'src/bulk/node/tsconfig.json']) {
    execFileSync(process.execPath, [tsc, '-p', config], { cwd: projectRoot, stdio: 'inherit' });
  }
  await packDeclarations(outdir, await declarationEntries());
} catch (error) {
  fail(error);
}

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
