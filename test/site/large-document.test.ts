// Builds the site for a document of 450 operations, and measures its pages.
import { expect, onTestFinished, test } from 'vitest';
import { largeDocument } from '../support/large-document.ts';
import { listen } from '../support/loopback.ts';
import { isSkipped } from './support/browser.ts';
import { copySite, TIMEOUT_MS } from './support/site-copy.ts';
import { createSiteServer } from './support/site-server.ts';
import { visitAll } from './support/visit.ts';
import './support/figures.ts';

/** Number of operations on resources, a multiple of six. The document has eleven more. */
const OPERATIONS = 444;
const MAX_WEIGHT = 100_000;

test.skipIf(isSkipped)(
  'pages of a document of 450 operations weigh at most 100 kB gzipped (needs Chromium)',
  { timeout: TIMEOUT_MS },
  async ({ task }) => {
    const copy = await copySite(largeDocument(OPERATIONS));
    onTestFinished(() => copy.remove());
    const startedAt = performance.now();
    await copy.build();
    const seconds = (performance.now() - startedAt) / 1000;
    const origin = await listen(createSiteServer(copy.folder));
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
