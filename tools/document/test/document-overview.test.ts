import { describe, expect, test } from 'vitest';
import type { OpenApiDocument, OperationObject } from '../src/model/openapi-document.ts';
import { formatScopes, operationTable } from '../src/operations/document-overview.ts';

describe('formatScopes()', () => {
  test.for<{ scopes: string[][] | null; words: string }>([
    { scopes: null, words: 'not documented' },
    { scopes: [[]], words: 'none' },
    { scopes: [['a']], words: '`a`' },
    { scopes: [['a', 'b']], words: '`a` and `b`' },
    { scopes: [['a', 'b`c', '``']], words: '`a`, `` b`c `` and ``` `` ```' },
    { scopes: [['a', 'b'], ['c']], words: '`a` and `b`, or `c`' },
    { scopes: [['a'], ['b'], ['c', 'd']], words: '`a`, or `b`, or `c` and `d`' },
    { scopes: [['a'], []], words: '`a`, or none' },
  ])('writes the scopes $scopes as the text "$words"', ({ scopes, words }) => {
    expect(formatScopes(scopes)).toBe(words);
  });
});

describe('operationTable()', () => {
  const rowsOf = (operation: OperationObject): string[] => {
    const document: OpenApiDocument = {
      info: { title: 'API', version: '1' },
      components: { securitySchemes: { oauth: { type: 'oauth2' } } },
      paths: { '/things/{id}': { get: operation } },
    };
    return operationTable(document).split('\n');
  };

  test('writes a row with the summary, call, scopes, lifecycle and statuses of an operation', () => {
    expect(
      rowsOf({
        summary: 'Read a thing',
        security: [{ oauth: ['read:things'] }],
        'x-release-lifecycle': 'Beta',
        responses: { 200: { description: 'A thing.' }, 'a`b': { description: 'Failed.' } },
      }),
    ).toEqual([
      '| Operation | Call | Scopes | Lifecycle | Documented statuses |',
      '| --- | --- | --- | --- | --- |',
      '| Read a thing | `GET /things/{id}` | `read:things` | Beta | `200` `` a`b `` |',
    ]);
  });

  test('writes "not documented" for missing scopes or a missing lifecycle, and "none" if no token is needed', () => {
    expect(rowsOf({ operationId: 'read', security: [{ oauth: [] }] })[2]).toBe(
      '| read | `GET /things/{id}` | not documented | not documented |  |',
    );
    expect(rowsOf({ operationId: 'read', security: [{}] })[2]).toBe(
      '| read | `GET /things/{id}` | none | not documented |  |',
    );
  });

  test('strikes through the summary of a deprecated operation', () => {
    expect(rowsOf({ summary: 'Read a thing', deprecated: true, security: [] })[2]).toBe(
      '| ~~Read a thing~~ (deprecated) | `GET /things/{id}` | none | not documented |  |',
    );
  });

  test('escapes a vertical bar in a table cell, and replaces a line break with a space', () => {
    expect(rowsOf({ summary: 'Read | list\n  things', security: [] })[2]).toBe(
      '| Read \\| list things | `GET /things/{id}` | none | not documented |  |',
    );
  });

  /** Creates a document with one operation for each argument. The argument is the tag of the operation, if any. */
  const tagged = (...tags: (string | undefined)[]): OpenApiDocument => ({
    info: { title: 'API', version: '1' },
    paths: Object.fromEntries(
      tags.map((tag, number) => [
        `/${number}`,
        { get: { operationId: `read${number}`, ...(tag !== undefined && { tags: [tag, 'other'] }) } },
      ]),
    ),
  });

  test('writes one table for 30 operations', () => {
    expect(operationTable(tagged(...Array(30).fill('a'))).split('\n')).toHaveLength(32);
  });

  test('groups more than 30 operations by their first tag, and writes a folded table for each tag', () => {
    const lines = operationTable(tagged(...Array(29).fill('A & <b>'), undefined, 'A & <b>')).split('\n');
    const header = [
      '| Operation | Call | Scopes | Lifecycle | Documented statuses |',
      '| --- | --- | --- | --- | --- |',
    ];
    expect(lines.slice(0, 5)).toEqual(['<details>', '<summary>A &amp; &lt;b> (30)</summary>', '', ...header]);
    expect(lines.slice(-11)).toEqual(
      [
        expect.stringContaining('`GET /28`'),
        expect.stringContaining('`GET /30`'),
        '',
        '</details>',
        '',
        '<details>',
        '<summary>without a tag (1)</summary>',
        '',
        ...header,
        expect.stringContaining('`GET /29`'),
        '',
        '</details>',
      ].slice(-11),
    );
  });
});
