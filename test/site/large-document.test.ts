// Builds the site for a document of 450 operations, measures its pages, and searches it.
import { expect, onTestFinished, test } from 'vitest';
import { largeDocument } from '../support/large-document.ts';
import { listen } from '../support/loopback.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { firstResults } from './support/search-dialog.ts';
import { copySite, TIMEOUT_MS } from './support/site-copy.ts';
import { createSiteServer } from './support/site-server.ts';
import { visitAll } from './support/visit.ts';

/** Number of operations on resources, a multiple of six. The document has eleven more. */
const OPERATIONS = 444;
const MAX_WEIGHT = 100_000;
/** Queries of readers, each with the page that they look for. */
const QUERIES: readonly (readonly [query: string, page: string])[] = [
  ['create resource 17', 'operations/create_17/'],
  ['add resource 17', 'operations/create_17/'],
  ['delete resource 30', 'operations/remove_30/'],
  ['remove resource 30', 'operations/remove_30/'],
  ['get resource 51', 'operations/read_51/'],
  ['update resource 8', 'operations/replace_8/'],
  ['list resource 74', 'operations/list_74/'],
  ['DELETE /resource-12/{id}', 'operations/remove_12/'],
  ['/resource-44', 'operations/list_44/'],
  ['replace_9', 'operations/replace_9/'],
  ['watch labels', 'operations/watch-labels/'],
  ['print label', 'operations/print-label/'],
  ['import labels', 'operations/import-labels/'],
  ['refresh', 'operations/refresh/'],
  ['search', 'operations/search/'],
];

test.skipIf(isSkipped)(
  'the site of a document of 450 operations has pages of at most 100 kB gzipped, and finds its operations (needs Chromium)',
  { timeout: TIMEOUT_MS },
  async () => {
    const copy = await copySite(largeDocument(OPERATIONS));
    onTestFinished(() => copy.remove());
    await copy.build();
    const origin = await listen(createSiteServer(copy.folder));
    const visits = await visitAll([`${origin}/reference/`, `${origin}/reference/operations/list_1/`], {});
    expect(visits.filter(({ weight }) => weight === 0 || weight > MAX_WEIGHT)).toEqual([]);
    const page = await openPage(`${origin}/reference/`);
    const missed: string[] = [];
    for (const [query, expected] of QUERIES) {
      const found = await firstResults(page, query);
      if (!found.includes(`/reference/${expected}`)) missed.push(`${query}: ${found.join(', ')}`);
    }
    expect(missed).toEqual([]);
  },
);
