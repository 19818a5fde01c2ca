import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { projectRoot } from 'tools-document/read';

/**
 * Compiles the declarations of a `tsconfig.json` with TypeScript 7, the fastest compiler. `npm run test:consumers`
 * compiles the declarations with every supported version.
 *
 * @param outdir Folder of the declarations, as in the `tsconfig.json`.
 */
export async function compileDeclarations(config: string, outdir: string): Promise<void> {
  const tsc = 'node_modules/typescript-7.0/bin/tsc';
  execFileSync(process.execPath, [tsc, '-p', config], { cwd: projectRoot, stdio: 'inherit' });
  await replaceGeneratedPaths(outdir);
}

/** Replaces `#generated/`, which only the `paths` of this project resolve, by relative paths. */
async function replaceGeneratedPaths(outdir: string): Promise<void> {
  const files = (await readdir(outdir, { recursive: true })).filter((name) => name.endsWith('.d.ts'));
  for (const file of files) {
    const text = await readFile(join(outdir, file), 'utf8');
    const replaced = text.replaceAll(/'#generated\/([^']+)\.js'/g, (_, module: string) => {
      const target = files.find((name) => name.endsWith(join('generated', `${module}.d.ts`))) ?? module;
      return `'./${relative(dirname(file), target).replace('.d.ts', '.js')}'`;
    });
    if (replaced !== text) await writeFile(join(outdir, file), replaced);
  }
}

const RELATIVE_IMPORT = /(?:\bfrom |\bimport\()["'](\.[^"']*)\.js["']/g;

/**
 * Removes the declarations that no entry point needs.
 *
 * @param outdir Folder of the declarations.
 * @param entries Declarations of the entry points, as paths in the folder.
 */
export async function removeUnneeded(outdir: string, entries: readonly string[]): Promise<void> {
  const needed = await withImports(entries.map((entry) => join(outdir, entry)));
  const files = (await readdir(outdir, { recursive: true })).filter((name) => name.endsWith('.d.ts'));
  for (const file of files.map((name) => join(outdir, name))) if (!needed.has(file)) await rm(file);
}

/** Returns the given declarations, and all declarations that they import. */
async function withImports(files: readonly string[]): Promise<Set<string>> {
  const found = new Set(files);
  // The loop also visits the files that it adds.
  for (const file of found) {
    const text = await readFile(file, 'utf8');
    for (const [, path = ''] of text.matchAll(RELATIVE_IMPORT)) found.add(`${resolve(dirname(file), path)}.d.ts`);
  }
  return found;
}
