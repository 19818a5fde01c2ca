import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'tools-document';
import { expect, test } from 'vitest';
import { RUN_TIME_LICENSES } from '../../scripts/bundle/licenses.ts';

/** An entry of `packages` in package-lock.json. `link` is set for a link to a package of this project. */
type LockedPackage = { readonly license?: string; readonly dev?: boolean; readonly link?: boolean };

test('each run-time dependency in package-lock.json has an allowed license', () => {
  const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
  );
  const used = Object.entries(packages).filter(([, { dev, link }]) => !dev && !link);
  expect(used.map(([folder]) => folder)).toContain('node_modules/openapi-fetch');
  expect(used.filter(([, { license = 'unknown' }]) => !RUN_TIME_LICENSES.includes(license))).toEqual([]);
});
