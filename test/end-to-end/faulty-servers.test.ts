// Tests that a live run of the contract suite fails for faulty servers. Each server is a sandbox with one fault. To be
// fast, each run uses only the tests that its fault concerns.

import { readDocument } from 'tools-document';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { correctServers } from './faulty-servers/correct.ts';
import { deletionFaults } from './faulty-servers/deletions.ts';
import { failureFaults } from './faulty-servers/failed-requests.ts';
import { type FaultyServer, type Serve, startFaultyServer } from './faulty-servers/faulty-server.ts';
import { idFaults } from './faulty-servers/ids.ts';
import { rateLimitFaults } from './faulty-servers/limited-calls.ts';
import { bodyFaults } from './faulty-servers/read-bodies.ts';
import { type LiveRun, runLive } from './faulty-servers/run-live.ts';
import type { Fault } from './faulty-servers/server-fault.ts';
import { tokenFaults } from './faulty-servers/tokens.ts';
import { methodFaults } from './faulty-servers/undocumented-methods.ts';

const FAULTS: readonly Fault[] = [
  ...bodyFaults,
  ...failureFaults,
  ...tokenFaults,
  ...idFaults,
  ...rateLimitFaults,
  ...deletionFaults,
  ...methodFaults,
];
const failing = FAULTS.flatMap(({ fails, ...fault }) => (fails === undefined ? [] : [{ ...fault, fails }]));
const differing = FAULTS.flatMap(({ differs, ...fault }) => (differs === undefined ? [] : [{ ...fault, differs }]));

const document = await readDocument(FIXTURE.file);
let server: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer();
});
afterAll(() => server.close());

/** Runs the tests whose titles contain one of some texts; without texts, all tests. */
function run(serve: Serve, titles: readonly string[] = ['']): Promise<LiveRun> {
  server.serveWith(serve);
  return runLive(document, server.tenant, (title) => titles.some((part) => title.includes(part)));
}

/** Returns the differences for which `--fail-on differences` makes the exit status 1. */
const differencesIn = ({ comparison }: LiveRun): string[] =>
  comparison.differences.filter(({ isOpen }) => !isOpen).map(({ kind, detail }) => `${kind}: ${detail}`);

/** Returns the details that the document leaves open. */
const openIn = ({ comparison }: LiveRun): string[] =>
  comparison.differences.filter(({ isOpen }) => isOpen).map(({ kind, detail }) => `${kind}: ${detail}`);

describe('a live run of the contract suite', () => {
  test.for(correctServers)('passes for a correct server: $title', async ({ serve, differences = [], open = [] }) => {
    const result = await run(serve);
    expect(result.failures).toEqual({});
    expect(differencesIn(result)).toEqual(differences);
    expect(openIn(result)).toEqual(expect.arrayContaining([...open]));
  });

  test.for(failing)('fails for a server with this fault: $title', async ({ serve, fails, after = [] }) => {
    const { failures } = await run(serve, [...after, fails]);
    expect(Object.keys(failures).filter((title) => title.includes(fails))).not.toEqual([]);
  });

  test.for(differing)('passes, but with a difference, for a server with this fault: $title', async (fault) => {
    const result = await run(fault.serve, fault.after);
    expect(result.failures).toEqual({});
    expect(differencesIn(result)).toContain(fault.differs);
  });

  test('has a test for each part of a title that a fault names', async () => {
    const { titles } = await run(({ url }) => Response.redirect(url), []);
    const parts = FAULTS.flatMap(({ fails = [], after = [] }) => [fails, after].flat());
    expect(parts.filter((part) => !titles.some((title) => title.includes(part)))).toEqual([]);
  });
});
