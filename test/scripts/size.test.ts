import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { PROGRAMS } from '../../scripts/size.ts';
import { projectRoot } from '../support/project-copy.ts';

test.each([
  ['observeDeprecation', 'deprecation', 'onDeprecation'],
  ['observeDrift', 'drift', 'onDrift'],
])('only the bundles of programs that import %s contain its code', async (name, entry, text) => {
  const withHook = `import { ${name} } from 'tenant-management-client/${entry}'; globalThis.observe = ${name};`;
  const contain = [...PROGRAMS.map(({ source }) => source), withHook].map(async (contents) => {
    const stdin = { contents, resolveDir: projectRoot };
    // Without the paths of tsconfig.json, which point to the sources, esbuild bundles the built package.
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', tsconfigRaw: '{}', write: false });
    return outputFiles.some((file) => file.text.includes(text));
  });
  expect(await Promise.all(contain)).toEqual([...PROGRAMS.map(() => false), true]);
});
