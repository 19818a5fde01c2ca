// Builds the site for a document of 450 operations, and measures its pages.
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runNode } from '../../scripts/process/run-node.ts';
import { linkModules } from '../../scripts/try/project-copy.ts';
import { largeDocument } from '../support/large-document.ts';
import { listen } from '../support/loopback.ts';
import { placeFirst, projectRoot } from '../support/project-copy.ts';
import { isSkipped } from './browser.ts';
import { createSiteServer } from './site-server.ts';
import { visitAll } from './visit.ts';
import './figures.ts';

/** Number of operations on resources, a multiple of six. The document has eleven more. */
const OPERATIONS = 444;
const MAX_WEIGHT = 100_000;
/** Longer than the build takes on a busy machine. */
const TIMEOUT_MS = 600_000;
/** The copy has the API pages of the last build, which do not depend on the document. */
const OMITTED = ['.git', '.astro', 'node_modules', 'reports', 'coverage'];

/** Copies the project with another document, and returns the root of the copy. */
async function copyWithLargeDocument(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'large-site-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await cp(projectRoot, root, { recursive: true, filter: (source) => !OMITTED.includes(basename(source)) });
  await linkModules(root);
  await symlink(join(projectRoot, 'site/node_modules'), join(root, 'site/node_modules'), 'junction');
  await placeFirst({ root }, largeDocument(OPERATIONS), { extends: ['spec'] });
  return root;
}

/** Runs a script in a folder of the copy. */
async function run(folder: string, ...args: string[]): Promise<void> {
  const { status, output } = await runNode(args, { cwd: folder, timeout: TIMEOUT_MS });
  expect(status, output).toBe(0);
}

test.skipIf(isSkipped)(
  'pages of a document of 450 operations weigh at most 100 kB gzipped (needs Chromium)',
  { timeout: TIMEOUT_MS },
  async ({ task }) => {
    const root = await copyWithLargeDocument();
    const startedAt = performance.now();
    await run(root, 'scripts/site.ts');
    await run(join(root, 'site'), 'node_modules/astro/bin/astro.mjs', 'build', '--silent');
    const seconds = (performance.now() - startedAt) / 1000;
    const origin = await listen(createSiteServer(join(root, 'reports/site')));
    const visits = await visitAll([`${origin}/reference/`, `${origin}/reference/operations/list_1/`], {});
    expect(visits.filter(({ weight }) => weight === 0 || weight > MAX_WEIGHT)).toEqual([]);
    const weights = visits.map(({ weight }) => `${Math.round(weight / 1000)} kB`);
    task.meta.figures = [
      {
        goal: 'page weight for 450 operations, gzipped: list of operations, page of an operation',
        measured: weights.join(', '),
        required: '≤ 100 kB',
      },
      {
        goal: 'build of the site for 450 operations',
        measured: `${Math.round(seconds)} s`,
        required: '≤ 60 s; only reported',
      },
    ];
  },
);
