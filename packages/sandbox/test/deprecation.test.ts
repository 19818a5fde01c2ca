// Tests of the header fields Deprecation (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288) of deprecated operations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_BOOK, libraryDocument } from '../../../test/support/library-document.ts';
import {
  buildSynthetic,
  type SyntheticOptions,
  type SyntheticPackage,
} from '../../../test/support/synthetic-sandbox.ts';
import { callOperation, DELETE_ENROLLMENT, READ, startWithToken } from './sandbox-client.ts';

const DEPRECATED_AT = '2026-01-01T00:00:00Z';
const SUNSET_AT = '2026-07-01T00:00:00Z';
const LINK = 'https://example.com/changes';

const fieldsOf = ({ headers }: { headers: Headers }) =>
  ['Deprecation', 'Sunset', 'Link'].map((name) => headers.get(name));

describe('the option deprecations', () => {
  test.for([
    {
      what: 'both times and a link',
      deprecation: { deprecatedAt: DEPRECATED_AT, sunsetAt: SUNSET_AT, link: LINK },
      fields: ['@1767225600', 'Wed, 01 Jul 2026 00:00:00 GMT', `<${LINK}>; rel="deprecation"`],
    },
    {
      what: 'a time of sunset and a link',
      deprecation: { sunsetAt: SUNSET_AT, link: LINK },
      fields: [null, 'Wed, 01 Jul 2026 00:00:00 GMT', `<${LINK}>; rel="sunset"`],
    },
    {
      what: 'Date objects',
      deprecation: { deprecatedAt: new Date(DEPRECATED_AT), sunsetAt: new Date(SUNSET_AT) },
      fields: ['@1767225600', 'Wed, 01 Jul 2026 00:00:00 GMT', null],
    },
  ])('with $what adds the matching header fields to a response', async ({ deprecation, fields }) => {
    const { call } = await startWithToken({ deprecations: { [READ]: deprecation } });
    expect(fieldsOf(await call(READ))).toEqual(fields);
  });

  test('adds the header field Deprecation to error responses of the operation, including injected errors, but not to responses of other operations', async () => {
    const { sandbox, call } = await startWithToken({ deprecations: { [READ]: { deprecatedAt: DEPRECATED_AT } } });
    sandbox.fail({ with: 429 });
    const responses = [
      await call(READ),
      await callOperation(sandbox, READ),
      await call(READ, { id: 'unknown' }),
      await call(DELETE_ENROLLMENT),
    ];
    expect(responses.map(({ status }) => status)).toEqual([429, 401, 404, 204]);
    expect(responses.map(({ headers }) => headers.get('Deprecation'))).toEqual([
      '@1767225600',
      '@1767225600',
      '@1767225600',
      null,
    ]);
  });
});

describe('the behavior file', () => {
  let library: SyntheticPackage;
  beforeAll(async () => {
    library = await buildSynthetic(
      libraryDocument(),
      `operations: { readBook: { deprecation: { deprecatedAt: ${DEPRECATED_AT}, source: assumed } } }`,
    );
  });
  afterAll(() => library.remove());

  const read = async (options?: SyntheticOptions) => {
    const { baseUrl } = await library.start(options);
    return fieldsOf(await fetch(`${baseUrl}/books/${EXAMPLE_BOOK.id}`));
  };

  test('can deprecate an operation', async () => {
    expect(await read()).toEqual(['@1767225600', null, null]);
  });

  test('deprecates no operation if the sandbox option assume is false', async () => {
    expect(await read({ assume: false })).toEqual([null, null, null]);
  });

  test('is overridden by the option deprecations', async () => {
    const deprecations = { readBook: { sunsetAt: SUNSET_AT } };
    expect(await read({ deprecations })).toEqual([null, 'Wed, 01 Jul 2026 00:00:00 GMT', null]);
  });
});
