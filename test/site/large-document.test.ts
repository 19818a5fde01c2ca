// Builds the site for a document of 450 operations, measures its pages, and searches it.
import type { OpenApiDocument } from 'tools-document/model';
import { expect, onTestFinished, test } from 'vitest';
import { largeDocument } from '../support/large-document.ts';
import { listen } from '../support/loopback.ts';
import { readYaml } from '../support/read-yaml.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { findMissed, guideQueries, search } from './support/search-dialog.ts';
import { buildCopy, TIMEOUT_MS } from './support/site-copy.ts';
import { createSiteServer } from './support/site-server.ts';
import { visitAll } from './support/visit.ts';

/** Number of operations on resources, a multiple of six. The document has 30 more. */
const OPERATIONS = 444;
const MAX_WEIGHT = 100_000;
interface Tables {
  readonly paths: OpenApiDocument['paths'];
  readonly queries: Readonly<Record<string, string>>;
}
const { paths, queries }: Tables = readYaml(import.meta.dirname, 'large-document.yaml');

test.skipIf(isSkipped)(
  'the site of a document of 450 operations has pages of at most 100 kB gzipped, and its search finds operations (needs Chromium)',
  { timeout: TIMEOUT_MS },
  async () => {
    const copy = await buildCopy(largeDocument(OPERATIONS, paths));
    onTestFinished(() => copy.remove());
    const origin = await listen(createSiteServer(copy.folder));
    const visits = await visitAll([`${origin}/reference/`, `${origin}/reference/operations/list_1/`], {});
    expect(visits.filter(({ weight }) => weight === 0 || weight > MAX_WEIGHT)).toEqual([]);
    const page = await openPage(`${origin}/reference/`);
    expect(await findMissed(page, queries, '/reference/operations/')).toEqual([]);
    expect(await findMissed(page, guideQueries, '/guides/', 1)).toEqual([]);
    const [first] = await search(page, 'list users');
    expect(first?.address).toBe('/reference/operations/get_users/');
  },
);
