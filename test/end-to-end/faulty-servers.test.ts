// Tests that a live run of the contract suite fails for faulty servers. Each server is a sandbox with one fault. To be
// fast, each run uses only the tests that its fault concerns.

import { readDocument } from 'tools-document';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveTenant } from '../../tools/contract/src/live-tenant.ts';
import { FIXTURE } from '../support/fixture.ts';
import { type FaultyServer, idsToRead, type Serve, startFaultyServer } from './faulty-servers/faulty-server.ts';
import { type LiveRun, runLive } from './faulty-servers/run-live.ts';
import { correct, faulty, serverOf } from './faulty-servers/server-row.ts';

const document = await readDocument(FIXTURE.file);
let server: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer();
});
afterAll(() => server.close());

/** Runs the tests whose titles contain one of some texts; without texts, all tests. */
function run(serve: Serve, titles: readonly string[] = [''], given: Partial<LiveTenant> = {}): Promise<LiveRun> {
  server.serveWith(serve);
  return runLive(document, { ...server.tenant, ...given }, (title) => titles.some((part) => title.includes(part)));
}

/** Returns the differences for which `--fail-on differences` makes the exit status 1. */
const differencesIn = ({ comparison }: LiveRun): string[] =>
  comparison.differences.filter(({ isOpen }) => !isOpen).map(({ kind, detail }) => `${kind}: ${detail}`);

/** Returns the details that the document leaves open. */
const openIn = ({ comparison }: LiveRun): string[] =>
  comparison.differences.filter(({ isOpen }) => isOpen).map(({ kind, detail }) => `${kind}: ${detail}`);

describe('a live run of the contract suite', () => {
  test.for(correct)('passes for a correct server: $title', async ({ differences = [], open = [], id, ...row }) => {
    const result = await run(serverOf(row), [''], id === undefined ? {} : { ids: idsToRead(id) });
    expect(result.failures).toEqual({});
    expect(differencesIn(result)).toEqual(differences);
    expect(openIn(result)).toEqual(expect.arrayContaining([...open]));
  });

  test.for(faulty)(
    'fails for a server with this fault: $title',
    async ({ fails = '', after = [], expectsBehavior = false, ...row }) => {
      const { failures } = await run(serverOf(row), [...after, fails], { expectsBehavior });
      expect(Object.keys(failures).filter((title) => title.includes(fails))).not.toEqual([]);
    },
  );

  test('has a test for each part of a title that a fault names', async () => {
    const { titles } = await run(({ url }) => Response.redirect(url), []);
    const parts = faulty.flatMap(({ fails = '', after = [] }) => [fails, ...after]);
    expect(parts.filter((part) => !titles.some((title) => title.includes(part)))).toEqual([]);
  });
});
