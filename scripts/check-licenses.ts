import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { runScript } from './process/run-script.ts';

/** SPDX identifiers of the licenses that a run-time dependency can have: they set no conditions for the service's code. */
export const RUN_TIME_LICENSES = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** An entry of `packages` in package-lock.json. `link` is set for a link to a package of this project. */
type LockedPackage = { readonly license?: string; readonly dev?: boolean; readonly link?: boolean };

/** Returns a sentence for each run-time dependency in package-lock.json whose license is not allowed. */
export const licenseProblems = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
  Object.entries(packages)
    .filter(([, { dev, link, license = '' }]) => !dev && !link && !RUN_TIME_LICENSES.includes(license))
    .map(
      ([folder, { license = 'unknown' }]) =>
        `The license of ${folder} is ${license}; a run-time dependency must have one of: ${RUN_TIME_LICENSES.join(', ')}`,
    );

if (import.meta.main)
  await runScript(
    `npm run check:licenses

Checks that the license of each run-time dependency in package-lock.json is in the list of allowed licenses.
`,
    async () => {
      const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
      const problems = licenseProblems(packages);
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  );
