import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { npm } from './npm.ts';

/** The folders of client, sandbox and command line. */
const FOLDERS = ['.', './packages/sandbox', './packages/cli'];

/** The fields of `package.json` that users of an installed package need. The others are only for this repository. */
const PUBLISHED_FIELDS = [
  ...['name', 'version', 'description', 'keywords', 'license', 'author', 'repository', 'homepage', 'bugs'],
  ...['type', 'sideEffects', 'main', 'types', 'typesVersions', 'exports', 'bin', 'files', 'engines', 'dependencies'],
];

/**
 * Packs all published packages with the npm that runs this script. Build all packages first.
 *
 * @param folder Absolute path of the folder for the packed packages.
 * @returns The paths of the packed packages.
 * @throws Error If npm does not run this script, or if npm fails.
 */
export function packPackages(folder: string) {
  using unpacked = mkdtempDisposableSync(join(tmpdir(), 'tenant-management-pack-'));
  // Only npm knows which files it packs, so change package.json in the packed files, and pack them again.
  const folders = pack(FOLDERS, unpacked.path).map((file) => {
    const target = join(unpacked.path, basename(file, '.tgz'));
    unpack(file, target);
    keepPublishedFields(target);
    return target;
  });
  const [client = '', sandbox = '', cli = ''] = pack(folders, folder);
  return { client, sandbox, cli };
}

/** Packs folders, or packages of the registry, with one run of npm, because npm takes half a second to start. */
export const pack = (folders: readonly string[], destination: string): string[] =>
  npm(['pack', '--ignore-scripts', '--loglevel=warn', '--pack-destination', destination, ...folders], projectRoot)
    .trim()
    .split('\n')
    .map((file) => join(destination, file));

/** Extracts a packed package to a folder. */
export function unpack(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', folder]);
}

/** Removes the other fields from the `package.json` in a folder. */
export function keepPublishedFields(folder: string): void {
  const file = join(folder, 'package.json');
  const fields = Object.entries(JSON.parse(readFileSync(file, 'utf8'))).filter(([key]) =>
    PUBLISHED_FIELDS.includes(key),
  );
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
}
