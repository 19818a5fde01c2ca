import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';

/** SPDX identifiers of the licenses that a run-time dependency can have: they set no conditions for the service's code. */
export const RUN_TIME_LICENSES = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Copies the licenses of the packages whose code compiled validators contain. */
export async function copyValidatorLicenses(outdir: string): Promise<void> {
  for (const name of ['ajv', 'ajv-formats'])
    await cp(join(projectRoot, 'node_modules', name, 'LICENSE'), join(outdir, `LICENSE.${name}`));
}

/** Returns the folders of the packages to which the files belong. */
export const packageFolders = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))].toSorted();

/**
 * Returns the licenses of packages as one text. Each license requires that every copy of the code contains its text.
 *
 * @param folders Folders of the packages, from the root of the project.
 * @throws Error If a license is not in the list of allowed licenses, or if a package contains no license file.
 */
export async function licenseTexts(folders: readonly string[]): Promise<string> {
  return (await Promise.all(folders.map(licenseText))).join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenseText(folder: string): Promise<string> {
  const path = join(projectRoot, folder);
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    await readFile(join(path, 'package.json'), 'utf8'),
  );
  const { name, version, license = 'unknown' } = manifest;
  if (!RUN_TIME_LICENSES.includes(license)) {
    throw new Error(
      `The license of ${name} is ${license}; a bundled package must have one of: ${RUN_TIME_LICENSES.join(', ')}`,
    );
  }
  const file = (await readdir(path)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} must contain a license file, because the command contains its code`);
  return `${name} ${version} (${license})\n\n${(await readFile(join(path, file), 'utf8')).trim()}\n`;
}
