import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { runScript } from './process/run-script.ts';

/** SPDX identifiers of the licenses that a run-time dependency can have: they set no conditions for the service's code. */
export const RUN_TIME_LICENSES = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/**
 * Licenses that a development dependency can have. The conditions of a license concern only this project, unless the
 * package of the command line contains the code of the dependency.
 */
const DEVELOPMENT = [...RUN_TIME_LICENSES, 'CC-BY-4.0', 'CC0-1.0', 'LGPL-3.0-only', 'MPL-2.0', 'PSF-2.0', 'Python-2.0'];

/** An entry of `packages` in package-lock.json. */
export interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  /** Whether the entry is a link to a package of this project. */
  readonly link?: boolean;
}

/** A list of SPDX identifiers of which a user chooses one, such as `(MIT OR Apache-2.0)`. */
const CHOICE = /^\(?([^\s()]+(?: OR [^\s()]+)*)\)?$/;

/** Returns the licenses of which a user chooses one. An expression with AND, WITH or nested parentheses is one license. */
const choicesOf = (license: string): string[] => CHOICE.exec(license)?.[1]?.split(' OR ') ?? [license];

/**
 * Returns a sentence for each package whose license is not allowed.
 *
 * @param packages Entries of package-lock.json, by folder.
 * @param olderLicense Returns the license of a package whose entry has none; `undefined` if the license is unknown.
 */
export function licenseProblems(
  packages: Readonly<Record<string, LockedPackage>>,
  olderLicense: (folder: string) => string | undefined = () => undefined,
): string[] {
  return Object.entries(packages)
    .filter(([, { link }]) => link !== true)
    .flatMap(([folder, { license = olderLicense(folder), dev = false }]) => {
      const allowed = dev ? DEVELOPMENT : RUN_TIME_LICENSES;
      if (license !== undefined && choicesOf(license).some((name) => allowed.includes(name))) return [];
      const use = dev ? 'development' : 'run-time';
      return [
        `The license of ${folder} is ${license ?? 'unknown'}; a ${use} dependency must have one of: ${allowed.join(', ')}`,
      ];
    });
}

/** Reads the field `licenses`, which npm no longer supports and does not copy to package-lock.json. */
function readOlderLicense(folder: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'));
  return manifest.licenses?.[0]?.type;
}

if (import.meta.main)
  await runScript(
    `npm run check:licenses

Checks that the license of each dependency in package-lock.json is in the list of allowed licenses.
`,
    async () => {
      const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
      const problems = licenseProblems(packages, readOlderLicense);
      if (problems.length > 0) throw new Error(problems.join('\n'));
      console.log(`The licenses of all ${Object.keys(packages).length} packages in package-lock.json are allowed.`);
    },
  );
