import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchFolder } from '../measuring/folders.ts';
import { formatNumber } from '../measuring/statistics.ts';
import { packClient } from '../peers/prepare.ts';
import type { Findings } from './section.ts';

const MEGABYTE = 1e6;
const CLIENT = 'this package';

/** Packages that each client needs; `bench/package.json` has their versions. */
const INSTALLED: Record<string, string[]> = {
  'openapi-fetch': ['openapi-fetch'],
  'openapi-fetch with ky': ['openapi-fetch', 'ky'],
  '@hey-api/openapi-ts (generator; the generated client needs no package)': ['@hey-api/openapi-ts', 'typescript'],
  auth0: ['auth0'],
  [CLIENT]: [],
};

/** Measures the size on disk of each client, installed into an empty folder. */
export async function measureInstallSize(): Promise<Findings> {
  const sizes: { name: string; bytes: number; files: number; packages: number }[] = [];
  for (const [name, packages] of Object.entries(INSTALLED)) sizes.push({ name, ...(await install(packages)) });
  return {
    tables: [
      {
        title: 'Each client installed into an empty folder',
        columns: ['client', 'packages', 'files', 'bytes'],
        rows: sizes.map(({ name, bytes, files, packages }) => [
          name,
          formatNumber(packages, 0),
          formatNumber(files, 0),
          formatNumber(bytes, 0),
        ]),
      },
    ],
    targets: [
      {
        name: 'install size',
        unit: 'bytes',
        measured: sizes.find(({ name }) => name === CLIENT)?.bytes ?? Number.NaN,
        target: MEGABYTE,
      },
    ],
    notes: [
      '`npm install` of the packages into an empty folder; the sum of all file sizes in `node_modules`, without `.package-lock.json`. Raw fetch installs nothing.',
    ],
  };
}

/** Installs packages into a temporary folder. If the list is empty, this package is installed. */
async function install(packages: string[]): Promise<{ bytes: number; files: number; packages: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-management-bench-'));
  try {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      await readFile(join(benchFolder, 'package.json'), 'utf8'),
    );
    const named = packages.map((name) => `${name}@${dependencies[name]}`);
    const specifiers = packages.length > 0 ? named : [packClient(folder)];
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...specifiers], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const modules = join(folder, 'node_modules');
    const installedList = join(modules, '.package-lock.json');
    const { packages: installed }: { packages: object } = JSON.parse(await readFile(installedList, 'utf8'));
    await rm(installedList);
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
