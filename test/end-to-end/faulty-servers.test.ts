// Tests that a live run of the contract suite fails for faulty servers. Each server is a sandbox with one fault. To be
// fast, each run uses only the tests that its fault concerns.

import type { OpenApiDocument } from 'tools-document/model';
import { readDocument } from 'tools-document/read';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveTenant } from '../../tools/contract/src/live/tenant.ts';
import { FIXTURE } from '../support/fixture.ts';
import { type FaultyServer, idsToRead, type Serve, startFaultyServer } from './faulty-servers/faulty-server.ts';
import { type LiveRun, runLive } from './faulty-servers/run-live.ts';
import { correct, faulty, type ServerRow, serverOf } from './faulty-servers/server-row.ts';

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

  const [reads, deletes] = ['get_token-exchange-profiles_by_id', 'delete_token-exchange-profiles_by_id'];
  const rows = '2XX, 3XX, 4XX or 501,';
  const valid = `${reads} returns 200 for a valid bearer token`;
  const deleted = 'in a sequence of calls, GET /token-exchange-profiles/{id} returns';
  const wrongName = { to: { method: 'GET', status: 200, url: 'Read' }, set: { name: 'x' } };
  test.for<[what: string, failures: string[], ...faults: Omit<ServerRow, 'title'>[]]>([
    ['an invalid field', [valid], wrongName],
    ['a status of each read', [valid], { to: { method: 'GET', status: 200 }, status: 404 }],
    ['no response to each read', [valid], { to: { method: 'GET', status: 200 }, close: true }],
    [
      'an invalid field and a deletion of all profiles',
      [valid, `${deleted} the other item, which still exists after DELETE`],
      wrongName,
      { to: { method: 'DELETE', status: 204, url: 'tep_.*1$' }, delete: 'all' },
    ],
    [
      'an invalid field of each read and a success without a deletion',
      [valid, `${deleted} 404 for the item that DELETE has deleted`],
      wrongName,
      { to: { method: 'DELETE', status: 204 }, restore: true },
    ],
    [
      'an invalid field and a deletion in spite of an invalid token',
      [
        valid,
        `${deletes} returns 403 (documented as default), or as a row of the report ${rows} for a token without scopes`,
      ],
      wrongName,
      { to: { method: 'DELETE', status: 401, url: '/tep_' }, delete: 'item' },
    ],
    [
      'a deletion for a token that is not a JWT',
      [`${deletes} returns 401 (documented as default), or as a row of the report 4XX, for a token that is not a JWT`],
      { to: { method: 'DELETE', token: 'not a JWT', url: '/tep_' }, accept: true },
    ],
    [
      'no response to each token request',
      [`${reads} returns 401 for a token with an invalid JWT signature`],
      { to: 'token request', close: true },
    ],
  ])('reports each fault once: %s', async ([_what, failures, ...faults]) => {
    const serve = faults
      .map((fault) => serverOf({ title: '', ...fault }))
      .reduce((inner, outer) => (request, own) => outer(request, { ...own, send: async (sent) => inner(sent, own) }));
    const result = await run(serve);
    expect(Object.keys(result.failures)).toEqual(failures);
    expect(Object.values(result.failures).join()).not.toMatch(/(\d{3}) came.*; \1: /);
  });

  test('skips a DELETE of an item that is deleted already, and the calls with a token that the endpoint refuses', async () => {
    const serve = serverOf({ title: '', to: { method: 'DELETE', token: 'unscoped' }, accept: true });
    const { failures, skipped } = await run(async (request, server) =>
      (await request.clone().text()).includes('other') ? Response.json({}, { status: 403 }) : serve(request, server),
    );
    expect(failures).toEqual({});
    expect(Object.values(skipped)).toContain('an earlier DELETE has deleted the item: 204 came');
    expect(Object.values(skipped).join()).toContain('no token for TENANT_OTHER_AUDIENCE: Token request: 403');
  });

  test('names the place in the document if another item comes', async () => {
    const { failures } = await run(serverOf({ title: '', rewrite: ['tep_Read0+1/$', '7'] }), ['similar ids']);
    expect(Object.values(failures).join()).toContain('/get/responses/200) shows 200 for the item of the call; another');
  });

  test('reports each other status than 404 as a row if the document shows only 4XX', async () => {
    const ranges: OpenApiDocument = JSON.parse(JSON.stringify(document).replace('"404":', '"4XX":'));
    server.serveWith(serverOf({ title: '', to: { method: 'GET', status: 404 }, status: 410 }));
    const result = await runLive(ranges, server.tenant, () => true);
    expect(result.failures).toEqual({});
    expect(openIn(result)).toContain('the id of the deleted item: not documented; observed: 410');
    expect(result.titles).toContain(
      `${deleted} 404, or as a row of the report ${rows} for the item that DELETE has deleted`,
    );
    expect(result.titles).toContain(`${reads} returns no 5XX status except 501 for a long id`);
  });

  test('has a test for each part of a title that a fault names', async () => {
    const { titles } = await run(({ url }) => Response.redirect(url), []);
    const parts = faulty.flatMap(({ fails = '', after = [] }) => [fails, ...after]);
    expect(parts.filter((part) => !titles.some((title) => title.includes(part)))).toEqual([]);
  });
});
