// Checks that the files, headings and npm scripts that the pages refer to exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  anchorsOf,
  hasOtherDocument,
  isExternal,
  type Link,
  linksOf,
  pages,
  projectRoot,
  readPages,
  resolveLink,
} from './markdown-pages.ts';

const exists = (file: string) => existsSync(join(projectRoot, file));

const links = pages.flatMap(linksOf);
const describeLink = ({ page, target }: Link) => `${page.file}: ${target}`;

test('each relative link points to a file that exists', () => {
  const relative = links.filter((link) => !isExternal(link));
  expect(relative.length).toBeGreaterThan(20);
  const broken = relative.filter((link) => !exists(resolveLink(link).file));
  expect(broken.map(describeLink)).toEqual([]);
});

test('no link leads to the folder openapi, whose files are optional or have other names for another document', () => {
  const targets = links.filter((link) => !isExternal(link) && resolveLink(link).file.startsWith('openapi/'));
  expect(targets.map(describeLink)).toEqual([]);
});

test('each anchor of a relative link belongs to a heading of the linked page', () => {
  const broken = links.filter((link) => {
    const { file, anchor } = resolveLink(link);
    const page = pages.find((candidate) => candidate.file === file);
    return !isExternal(link) && anchor !== '' && !(page && anchorsOf(page).includes(anchor));
  });
  expect(broken.map(describeLink)).toEqual([]);
});

test('each external link uses https', () => {
  const external = links.filter(isExternal);
  expect(external.filter(({ target }) => !target.startsWith('https://')).map(describeLink)).toEqual([]);
});

/** Pages that describe the current state. The other pages may name files that no longer exist. */
const present = pages.filter(({ file }) => file !== 'CHANGELOG.md' && !file.startsWith('bench/'));

test.skipIf(hasOtherDocument)('each path in inline code exists', () => {
  const FOLDERS =
    /^(?:src|test|scripts|packages|tools|site|openapi|examples|bench|compat|docs|\.github|\.ci)\/[\w./-]*$/;
  const missing = present.flatMap((page) =>
    [...page.text.matchAll(/`([^`\s]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => FOLDERS.test(path) && !path.includes('/dist'))
      .filter((path) => !exists(path) && !exists(join(dirname(page.file), path)))
      .map((path) => `${page.file}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('each npx runs a tool of the project, a packed file or an installed package: others can publish a free name', () => {
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'compat/package.json'), 'utf8'));
  const tools = [...readdirSync(join(projectRoot, 'node_modules/.bin')), ...Object.keys(dependencies)]
    // The names of the workspaces are free.
    .filter((name) => !name.startsWith('tenant-'));
  const sources = readPages(['{src,scripts,examples,{packages,tools}/*/src}/**/*.{ts,js}']);
  const commands = [...pages, ...sources].flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpx\s+(--no -- |--yes --package \.\/|[\w-]+)/g)].map(([, tool = '']) => ({ file, tool })),
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ tool }) => !/[ /]$/.test(tool) && !tools.includes(tool))).toEqual([]);
});

const scriptsOf = (file: string): string[] =>
  // The cast is safe: each package.json of the project has scripts.
  Object.keys((JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as { scripts: object }).scripts);

test('each npm script that is named on a page exists', () => {
  const scripts = [...scriptsOf('package.json'), ...scriptsOf('packages/sandbox/package.json')];
  const missing = present.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run ([\w:]+)/g)]
      .filter(([, script = '']) => !scripts.includes(script))
      .map(([command]) => `${file}: ${command}`),
  );
  expect(missing).toEqual([]);
});
