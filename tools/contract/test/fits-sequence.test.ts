import { listOperations, type OpenApiDocument, type Operation } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { documentedResponses, gapOf } from '../src/suite/documented-responses.ts';
import { fitsSequence } from '../src/suite/targets/fits-sequence.ts';

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
      documentedResponses(document, entry).map(gapOf),
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
