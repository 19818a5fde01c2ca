import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { npm } from './npm.ts';

/** The published packages next to the client. */
const PUBLISHED = ['--workspace=packages/sandbox', '--workspace=packages/cli'];

/**
 * Packs all published packages with the npm that runs this script. Build all packages first.
 *
 * @param folder Absolute path of the folder for the packed packages.
 * @returns The paths of the packed packages.
 * @throws Error If npm does not run this script, or if npm fails.
 */
export function packPackages(folder: string) {
  // One run of npm packs all of them, because npm takes half a second to start.
  const output = npm(
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, '--include-workspace-root', ...PUBLISHED],
    projectRoot,
  );
  const packed: unknown = JSON.parse(output);
  // npm 10 prints a list, and npm 12 prints an object whose keys are package names.
  const entries = Object.values(packed as Record<string, { name: string; filename: string }>);
  const fileOf = (wanted: string) => {
    const entry = entries.find(({ name }) => name === wanted);
    if (entry === undefined) throw new Error(`npm pack did not pack ${wanted}; it printed:\n${output}`);
    return join(folder, entry.filename);
  };
  return {
    client: fileOf('tenant-management-client'),
    sandbox: fileOf('tenant-management-sandbox'),
    cli: fileOf('tenant-management-cli'),
  };
}
