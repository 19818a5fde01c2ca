import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { projectRoot } from 'tenant-management-document';

/**
 * Compiles the declarations of a `tsconfig.json` with TypeScript 7, the fastest compiler. `npm run smoke` compiles the
 * declarations with every supported version.
 */
export function compileDeclarations(config: string): void {
  const tsc = 'node_modules/typescript-7.0/bin/tsc';
  execFileSync(process.execPath, [tsc, '-p', config], { cwd: projectRoot, stdio: 'inherit' });
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
