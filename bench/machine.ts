import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { delimiter, join } from 'node:path';

/** A Node that something is measured on. */
export interface Node {
  readonly file: string;
  /** For example `v24.21.0`. */
  readonly version: string;
}

/** The Node that runs this, and the machine's own where that is another. */
export function listNodes(): Node[] {
  const own = { file: process.execPath, version: process.version };
  const file = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) return [own];
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
  return version === own.version ? [own] : [own, { file, version }];
}

/** What the figures depend on, in one line. */
export function describeMachine(): string {
  const cores = cpus();
  return [
    `${cores[0]?.model.trim() ?? 'unknown CPU'}, ${cores.length} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `${type()} ${release().split('-')[0]} ${arch()}`,
    `Node ${listNodes()
      .map(({ version }) => version)
      .join(' and ')}`,
  ].join('; ');
}
