import { afterEach, describe, expect, test, vi } from 'vitest';
import * as checks from '#generated/response-checks.ts';
import { type Drift, observeDrift } from '../../../src/drift/index.ts';
import { NO_TIMES, NO_URLS, TIMES, URLS } from '../../support/format-values.ts';
import { createScriptedClient, PROFILE, PROFILE_PATH, profileParams } from '../../support/scripted-client.ts';
import { createResponse, type ScriptedResponse } from '../../support/scripted-fetch.ts';

const NO_CHECKS = 'operations must be a list of one or more checks from "tenant-management-client/drift/checks"';
const OPERATIONS = Object.values(checks);
const CHECK = { method: 'GET', path: '/', responses: {} };
const DRIFTED = { ...PROFILE, name: 'x', secret_field: 's3cret' };

afterEach(() => void vi.restoreAllMocks());

/** Creates an observed client, the list of what it reports, and a function that waits for all its checks. */
function observedClient(responses: readonly ScriptedResponse[], options = {}) {
  const { management } = createScriptedClient(responses);
  const drifts: Drift[] = [];
  const checks: Promise<void>[] = [];
  const observed = observeDrift(management, (drift) => void drifts.push(drift), {
    operations: OPERATIONS,
    share: 1,
    waitUntil: (check) => void checks.push(check),
    ...options,
  });
  return { observed, drifts, checks, read: () => observed.GET(PROFILE_PATH, profileParams) };
}

describe('observeDrift()', () => {
  test('reports an undocumented field and a schema violation once, after the call, and never a value', async () => {
    const { read, drifts, checks } = observedClient([createResponse(200, DRIFTED), createResponse(200, DRIFTED)]);
    const { data } = await read();
    expect(data).toEqual(DRIFTED);
    expect(drifts).toEqual([]);
    // The check uses a copy, so a change of the result has no effect.
    Object.assign(data ?? {}, { name: 'valid', added: 1 });
    await read();
    await Promise.all(checks);
    expect(checks).toHaveLength(2);
    expect(
      drifts.map(({ operationId, status, kind, pointer, keyword }) => [operationId, status, kind, pointer, keyword]),
    ).toEqual([
      ['get_token-exchange-profiles_by_id', 200, 'undocumented fields', '/secret_field', undefined],
      ['get_token-exchange-profiles_by_id', 200, 'schema violation', '/name', 'minLength'],
    ]);
    expect(JSON.stringify(drifts)).not.toContain('s3cret');
  });

  test('reports the missing header fields of a 429', async () => {
    const limited = createResponse(429, {}, { 'X-RateLimit-Limit': 's3cret' });
    const { observed, drifts, checks } = observedClient([limited]);
    await observed.GET(PROFILE_PATH, { ...profileParams, retry: 0 });
    await Promise.all(checks);
    expect(drifts.filter(({ isOpen }) => !isOpen)).toMatchObject([
      { kind: 'header field', detail: '`X-RateLimit-Remaining` is missing' },
      { kind: 'header field', detail: '`X-RateLimit-Reset` is missing' },
    ]);
  });

  test('reports an item that does not have the requested id', async () => {
    const other = () => createResponse(200, { ...PROFILE, id: 'tep_s3cret' });
    const { management } = createScriptedClient([other(), other()]);
    const text = await observeDrift(management, 'throw', { operations: OPERATIONS })
      .GET(PROFILE_PATH, profileParams)
      .then(() => '', String);
    expect(text).toContain('| `GET /token-exchange-profiles/{id}` | 200 | body | without the requested id |');
    expect(text).not.toMatch(/s3cret|tep_/);
    // A query can select fields, so that the item has no id.
    const untyped = observeDrift(management, 'throw', { operations: OPERATIONS }) as unknown as {
      GET(path: string, init: object): Promise<unknown>;
    };
    const params = { ...profileParams.params, query: { fields: 'name' } };
    await expect(untyped.GET(PROFILE_PATH, { params })).resolves.toMatchObject({ data: { id: 'tep_s3cret' } });
  });

  test('compares the body of an error response with the document', async () => {
    const { read, drifts, checks } = observedClient([createResponse(418, { message: 'no' })]);
    await read();
    await Promise.all(checks);
    expect(drifts).toMatchObject([{ status: 418, kind: 'status', detail: 'not documented' }]);
  });

  test('checks 1 % of the responses by default', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0.01).mockReturnValueOnce(0.0099);
    const { read, checks } = observedClient([createResponse(200, PROFILE), createResponse(200, PROFILE)], {
      share: undefined,
    });
    await read();
    expect(checks).toHaveLength(0);
    await read();
    expect(checks).toHaveLength(1);
    expect(random).toHaveBeenCalledTimes(2);
    await Promise.all(checks);
  });

  test('checks no response with a share of 0', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { read, checks } = observedClient([createResponse(200, DRIFTED)], { share: 0 });
    await read();
    expect(checks).toEqual([]);
  });

  test('remembers at most 1,000 differences, so that new names of fields do not use up the memory', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`field_${index}`, index]));
    const responses = [createResponse(200, { ...PROFILE, ...fields }), createResponse(200, DRIFTED)];
    const { read, drifts, checks } = observedClient(responses);
    await read();
    await read();
    await Promise.all(checks);
    expect(drifts).toHaveLength(1000);
  });

  test('works without waitUntil', async () => {
    const { management } = createScriptedClient([createResponse(200, DRIFTED)]);
    const reported = new Promise<Drift>(
      (resolve) =>
        void observeDrift(management, resolve, { operations: OPERATIONS, share: 1 }).GET(PROFILE_PATH, profileParams),
    );
    expect(await reported).toMatchObject({ pointer: '/secret_field' });
  });

  test('reports a missing Content-Type', async () => {
    const { management } = createScriptedClient([]);
    const response = new Response(new Uint8Array());
    const untyped = { ...management, GET: async () => ({ data: PROFILE, response }) };
    await expect(
      observeDrift(untyped as never, 'throw', { operations: OPERATIONS }).GET(PROFILE_PATH, profileParams),
    ).rejects.toThrow('| content type | none instead of `application/json` |');
  });

  test('returns the result if onDrift or waitUntil throws', async () => {
    const { management } = createScriptedClient([createResponse(200, DRIFTED), createResponse(200, DRIFTED)]);
    const onDrift = vi.fn(() => {
      throw new Error('hook failed');
    });
    let check: Promise<void> | undefined;
    const waitUntil = (started: Promise<void>) => {
      check = started;
      throw new Error('the request has ended');
    };
    const observed = observeDrift(management, onDrift, { operations: OPERATIONS, share: 1, waitUntil });
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(DRIFTED);
    await check;
    expect(onDrift).toHaveBeenCalledTimes(2);
    const uncloneable = observeDrift(
      { ...management, GET: async () => ({ data: () => 1, response: createResponse(200) }) } as never,
      onDrift,
      { operations: OPERATIONS, share: 1 },
    );
    expect((await uncloneable.GET(PROFILE_PATH, profileParams)).data).toBeTypeOf('function');
    await management.GET(PROFILE_PATH, profileParams);
  });

  test('checks the responses of request(), but not the response of an operation without checks', async () => {
    const operations = OPERATIONS.filter(({ method }) => method === 'GET');
    const { observed, checks } = observedClient([createResponse(200, PROFILE), createResponse(204)], { operations });
    await observed.request('GET', PROFILE_PATH, profileParams);
    expect((await observed.request('DELETE', PROFILE_PATH, profileParams)).response.status).toBe(204);
    expect(checks).toHaveLength(1);
  });

  test('reports nothing if the comparison fails', async () => {
    const { read, drifts, checks } = observedClient([createResponse(200, DRIFTED)]);
    await read();
    // Fail only for the responses of an operation: Vitest also calls this function, at any time.
    const { hasOwn: platform } = Object;
    const hasOwn = vi.spyOn(Object, 'hasOwn').mockImplementation((object, key) => {
      if ('200' in Object(object)) throw new Error('failed');
      return platform(object, key);
    });
    await Promise.all(checks);
    hasOwn.mockRestore();
    expect(checks).toHaveLength(1);
    expect(drifts).toEqual([]);
  });

  test('with "throw", rejects if a response differs from the document, but not for a detail that the document leaves open', async () => {
    const allowed = { id: PROFILE.id, secret_field: 's3cret', subject_token_type: 'urn:example:token' };
    const { management } = createScriptedClient([
      createResponse(200, DRIFTED),
      createResponse(200, allowed),
      createResponse(204),
    ]);
    const observed = observeDrift(management, 'throw', { operations: OPERATIONS });
    await expect(observed.GET(PROFILE_PATH, profileParams)).rejects.toThrow(
      /differs from the OpenAPI document:[\s\S]*\| `GET \/token-exchange-profiles\/{id}` \| 200 \| schema violation \| `\/name` violates `minLength` \|/,
    );
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(allowed);
    expect((await observed.DELETE(PROFILE_PATH, profileParams)).response.status).toBe(204);
  });

  test.each([
    ['each absolute URI, such as a URN,', 'url', 'subject_token_type', URLS, NO_URLS],
    ['each time of RFC 3339', 'date-time', 'created_at', TIMES, NO_TIMES],
  ])('accepts %s and no other text for the format %s', async (_what, _format, field, valid, invalid) => {
    const differenceOf = (value: string) => {
      const { management } = createScriptedClient([createResponse(200, { ...PROFILE, [field]: value })]);
      return observeDrift(management, 'throw', { operations: OPERATIONS })
        .GET(PROFILE_PATH, profileParams)
        .then(() => '', String);
    };
    expect(await Promise.all(valid.map(differenceOf))).toEqual(valid.map(() => ''));
    const violation = expect.stringContaining(`\`/${field}\` violates \`format\``);
    expect(await Promise.all(invalid.map(differenceOf))).toEqual(invalid.map(() => violation));
  });

  test('compares only the status and the content type of a response that the client leaves unread', async () => {
    const { management } = createScriptedClient([]);
    let response = createResponse(200, '<p>', { 'Content-Type': 'text/html; charset=utf-8' });
    const unread = { ...management, GET: async () => ({ data: response, response }) };
    // A call in plain JavaScript can have no options.
    const observed = observeDrift(unread as never, 'throw', { operations: OPERATIONS }) as unknown as {
      GET(path: string): Promise<unknown>;
    };
    await expect(observed.GET(PROFILE_PATH)).rejects.toThrow(
      '| content type | `text/html` instead of `application/json` |',
    );
    expect(response.bodyUsed).toBe(false);
    response = createResponse(200, '[]', { 'Content-Type': 'Application/JSON ; charset=utf-8' });
    await expect(observed.GET(PROFILE_PATH)).resolves.toBeDefined();
  });

  test.each<[unknown[], string]>([
    [[{}, () => {}], 'client must be the result of createManagementClient()'],
    [[undefined], 'onDrift must be a function, or "throw"'],
    [[() => {}, null], 'options must be a plain object'],
    [[() => {}, { operations: [CHECK], share: -1 }], 'share must be a number from 0 to 1'],
    [[() => {}, { operations: [CHECK], share: 2 }], 'share must be a number from 0 to 1'],
    [[() => {}, {}], NO_CHECKS],
    [[() => {}, { operations: [] }], NO_CHECKS],
    [[() => {}, { operations: ['GET'] }], NO_CHECKS],
    [['throw', { operations: [CHECK, { responses: {} }] }], NO_CHECKS],
    [['throw', { operations: [{ ...CHECK, responses: null }] }], NO_CHECKS],
    [[() => {}, { operations: [CHECK], waitUntil: 1 }], 'waitUntil must be a function'],
    [
      [() => {}, { shre: 1 }],
      'unknown option "shre"; did you mean "share"? Valid options: operations, share, waitUntil',
    ],
  ])('throws a TypeError that names the invalid argument: %j', (args, message) => {
    const client = args.length === 2 && typeof args[1] === 'function' ? [] : [createScriptedClient([]).management];
    const observe = observeDrift as (...all: unknown[]) => void;
    expect(() => observe(...client, ...args)).toThrow(new TypeError(message));
  });
});
