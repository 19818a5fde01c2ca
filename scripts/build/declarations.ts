import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
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
 * Removes the declarations that no entry point needs, and copies the sources of the other declarations into the package.
 * "Go to definition" of an editor opens a source only if the package contains it as a file: TypeScript ignores the
 * sources that are inside a declaration map.
 *
 * @param outdir Folder of the declarations and their maps.
 * @param entries Declarations of the entry points, as paths in the folder.
 */
export async function packDeclarations(outdir: string, entries: readonly string[]): Promise<void> {
  const needed = await withImports(entries.map((entry) => join(outdir, entry)));
  const files = await readdir(outdir, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.d.ts')).map((name) => join(outdir, name))) {
    if (needed.has(file)) await packSources(`${file}.map`, outdir);
    else await Promise.all([rm(file), rm(`${file}.map`)]);
  }
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

/** Copies the sources of a declaration map to the folder `sources`, and writes their new paths into the map. */
async function packSources(mapFile: string, outdir: string): Promise<void> {
  // The cast is safe: a compiler has written the map.
  const map = JSON.parse(await readFile(mapFile, 'utf8')) as { sources: string[]; sourcesContent?: string[] };
  const folder = dirname(mapFile);
  const copies = map.sources.map((source) => {
    const file = resolve(folder, source);
    return { file, copy: join(outdir, 'sources', relative(projectRoot, file)) };
  });
  for (const { file, copy } of copies) await cp(file, copy);
  const sources = copies.map(({ copy }) => relative(folder, copy).replaceAll('\\', '/'));
  const { sourcesContent: _, ...rest } = map;
  await writeFile(mapFile, JSON.stringify({ ...rest, sources }));
}
