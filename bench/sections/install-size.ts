import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchFolder } from '../folders.ts';
import { packClient } from '../prepare.ts';
import type { Findings } from '../section.ts';
import { fixed } from '../statistics.ts';

const MEGABYTE = 1e6;
const CLIENT = 'this package';

/** What each client needs at run time, by the names in this folder's `package.json`. */
const INSTALLED: Record<string, string[]> = {
  'openapi-fetch': ['openapi-fetch'],
  'openapi-fetch with ky': ['openapi-fetch', 'ky'],
  '@hey-api/openapi-ts (to generate; its client needs nothing)': ['@hey-api/openapi-ts', 'typescript'],
  auth0: ['auth0'],
  [CLIENT]: [],
};

/** Bytes on disk of a fresh install of each client alone. */
export async function measureInstallSize(): Promise<Findings> {
  const sizes: { name: string; bytes: number; files: number; packages: number }[] = [];
  for (const [name, packages] of Object.entries(INSTALLED)) sizes.push({ name, ...(await install(packages)) });
  return {
    tables: [
      {
        title: 'A fresh install of each client alone',
        columns: ['client', 'packages', 'files', 'bytes'],
        rows: sizes.map(({ name, bytes, files, packages }) => [
          name,
          fixed(packages, 0),
          fixed(files, 0),
          fixed(bytes, 0),
        ]),
      },
    ],
    targets: [
      {
        name: 'installed',
        unit: 'bytes',
        measured: sizes.find(({ name }) => name === CLIENT)?.bytes ?? Number.NaN,
        target: MEGABYTE,
      },
    ],
    charts: [
      {
        title: 'Installed',
        unit: 'kB',
        bars: sizes.map(({ name, bytes }) => ({ name: name.replace(/ \(.*/, ''), value: bytes / 1000 })),
      },
    ],
    notes: [
      '`npm install` of the named packages into an empty folder; the sum of the sizes of all files in `node_modules`, npm’s own list left out. Raw fetch installs nothing.',
    ],
  };
}

/** Installs packages into a folder of their own; this package where none is named. */
async function install(packages: string[]): Promise<{ bytes: number; files: number; packages: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-management-bench-'));
  try {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      await readFile(join(benchFolder, 'package.json'), 'utf8'),
    );
    const named = packages.map((name) => `${name}@${dependencies[name]}`);
    const wanted = packages.length > 0 ? named : [packClient(folder)];
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...wanted], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const modules = join(folder, 'node_modules');
    const list = join(modules, '.package-lock.json');
    const { packages: installed }: { packages: object } = JSON.parse(await readFile(list, 'utf8'));
    await rm(list);
    const entries = await readdir(modules, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
    return {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      files: files.length,
      packages: Object.keys(installed).length,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
