// Tests of the decisions of the sandbox target. They start no server.

import { listOperations, type OpenApiDocument, type Operation, sampleResponse } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { documentedResponses } from '../src/suite/cases.ts';
import { otherIdFor } from '../src/suite/targets/other-id.ts';
import { fitsSequence, gapOfResponse } from '../src/suite/targets/sandbox-gaps.ts';

describe('otherIdFor()', () => {
  test.each([
    ['replaces the last letter or digit', 'bk_7', /./, 'bk_1'],
    ['adds a digit if the pattern of the ids does not allow a replacement', 'bk', /^bk/, 'bk1'],
    ['replaces the last letter or digit if no change matches the pattern', 'bk', /^bk$/, 'b1'],
  ])('%s', (_title, id, pattern, other) => {
    expect(otherIdFor(id, (one) => pattern.test(one))(id)).toBe(other);
  });
});

describe('a response whose schema allows no value', () => {
  const never = { description: 'A book.', content: { 'application/json': { schema: { not: {} } } } };
  const entriesOf = (responses: NonNullable<Operation['responses']>) => {
    const document: OpenApiDocument = {
      info: { title: 'Books', version: '1' },
      paths: { '/a': { get: { responses } } },
    };
    return listOperations(document).map((entry) => ({ document, entry }));
  };

  test.each(['200', '404'])('is skipped for the status %s', (status) => {
    const gaps = entriesOf({ [status]: never }).flatMap(({ document, entry }) =>
      documentedResponses(document, entry).map((response) =>
        gapOfResponse(response, sampleResponse(document, { schema: { not: {} } })),
      ),
    );
    expect(gaps).toEqual(['no valid sample of the response: add an example']);
  });

  test.each([
    ['keeps an operation out of sequences if the response is a success', { 200: never }, false],
    ['does not keep an operation out of sequences if it is a failure', { 204: { description: '' }, 404: never }, true],
  ])('%s', (_title, responses, isPossible) => {
    expect(entriesOf(responses).map(({ document, entry }) => fitsSequence(document, entry))).toEqual([isPossible]);
  });
});
