import { describe, expect, test } from 'vitest';
import { licenseProblems } from '../../scripts/check-licenses.ts';

describe('licenseProblems()', () => {
  test.each([
    ['a run-time dependency with a permissive license', { license: 'MIT' }],
    ['a development dependency', { license: 'MPL-2.0', dev: true }],
    ['a link to a package of the project', { link: true }],
  ])('allows %s', (_title, entry) => {
    expect(licenseProblems({ 'node_modules/a': entry })).toEqual([]);
  });

  test.each([
    ['with a copyleft license', { license: 'MPL-2.0' }, 'MPL-2.0'],
    ['without a license', {}, 'unknown'],
  ])('reports a problem that names the folder of a run-time dependency %s', (_title, entry, name) => {
    expect(licenseProblems({ 'node_modules/a': entry })).toEqual([
      expect.stringContaining(`The license of node_modules/a is ${name}; a run-time dependency must have one of: `),
    ]);
  });
});
