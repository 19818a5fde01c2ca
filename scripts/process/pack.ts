import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../openapi/document.ts';

/** Paths of both packed packages. */
export interface PackedPackages {
  readonly client: string;
  readonly sandbox: string;
}

/**
 * Packs both packages with the npm that runs this script. Build both packages first.
 *
 * @param folder Absolute path of the folder for the packed packages.
 * @throws Error If npm does not run this script, or if npm fails.
 */
export function packPackages(folder: string): PackedPackages {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('npm_execpath is not set: run this script with npm run');
  const output = execFileSync(
    process.execPath,
    // One run of npm packs both packages, because npm takes half a second to start.
    [npm, 'pack', '--json', '--pack-destination', folder, '--workspace', 'sandbox', '--include-workspace-root'],
    { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const packed: unknown = JSON.parse(output);
  // npm 10 prints a list, and npm 12 prints an object whose keys are package names.
  const entries = Object.values(packed as Record<string, { name: string; filename: string }>);
  const fileOf = (wanted: string) => {
    const entry = entries.find(({ name }) => name === wanted);
    if (entry === undefined) throw new Error(`npm pack did not pack ${wanted}; it printed:\n${output}`);
    return join(folder, entry.filename);
  };
  return { client: fileOf('tenant-management-client'), sandbox: fileOf('tenant-management-sandbox') };
}
