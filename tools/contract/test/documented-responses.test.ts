// Tests of the functions that derive the expectations of the contract suite from the document.

import type { OpenApiDocument, OperationObject } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { describe, expect, test } from 'vitest';
import { includesStatus } from '../src/suite/call-rules.ts';
import {
  acceptsBody,
  documentedResponses,
  fitsSequence,
  gapOf,
  responseFor,
} from '../src/suite/documented-responses.ts';
import { expectNoViolation } from '../src/suite/prism-violations.ts';

const document: OpenApiDocument = {
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        responses: {
          '200': {
            description: 'The books.',
            headers: { 'X-Total': { required: true }, 'X-Page': {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Books' }, example: ['A', 'B'] } },
          },
          '204': { description: 'No books.' },
          '4XX': { description: 'A failure of the caller.' },
          default: {
            description: 'Any failure.',
            content: { 'application/problem+json': { schema: { type: 'object' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Books: { type: 'array', items: { type: 'string' } } } },
};
const responses = listOperations(document).flatMap((operation) => documentedResponses(document, operation));

test('documentedResponses() returns the header fields that the document requires', () => {
  expect(responses.map(({ documented, headers }) => [documented, headers])).toEqual([
    ['200', ['X-Total']],
    ['204', []],
    ['4XX', []],
    ['default', []],
  ]);
});

test('documentedResponses() returns the example of the document, or else a sample', () => {
  expect(responses.map(({ sample }) => sample)).toEqual([['A', 'B'], undefined, undefined, {}]);
});

test('documentedResponses() states how an example violates its schema', () => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'string' } }, example: ['A', 1] } };
  const operation = { responses: { 200: { description: 'The books.', content } } };
  const [response] = documentedResponses(document, { id: 'a', method: 'GET', path: '/', operation, parameters: [] });
  expect(response?.exampleProblem).toBe('[1]: must be string');
});

test.each([
  ['200', '200'],
  ['404', '4XX'],
  ['500', 'default'],
])('responseFor() returns for status %s the response that is documented as %s', (status, documented) => {
  expect(responseFor(status, responses)?.documented).toBe(documented);
});

test('responseFor() returns undefined for an undocumented status', () => {
  expect(responseFor('500', responses.slice(0, 3))).toBeUndefined();
});

describe('acceptsBody()', () => {
  test.each<[string, number, unknown, boolean]>([
    ['accepts a body that matches its schema, including through $ref', 200, ['A'], true],
    ['rejects a body that violates its schema', 200, [1], false],
    ['rejects a missing body', 200, undefined, false],
    ['accepts undefined for a 204 response', 204, undefined, true],
    ['rejects a body for a 204 response', 204, {}, false],
    ['accepts any body if the document shows no body', 404, 'any', true],
    ['rejects a body that violates the schema of a +json media type', 500, 'any', false],
  ])('%s', (_title, status, body, isAccepted) => {
    expect(acceptsBody(responses, status, body)).toBe(isAccepted);
  });

  test('rejects a body for an undocumented status', () => {
    expect(acceptsBody(responses.slice(0, 3), 500, {})).toBe(false);
  });
});

test.each<[boolean, number, string, string | undefined]>([
  [true, 401, '401', undefined],
  [false, 400, '401', undefined],
  [true, 400, '401', '400'],
  [false, 403, '401', '400'],
  [true, 204, '2XX', undefined],
  [false, 307, '2XX', undefined],
])(
  'includesStatus() returns %s for a response with status %i and the statuses %s and %s',
  (isIncluded, actual, status, otherStatus) => {
    expect(includesStatus([status, ...(otherStatus === undefined ? [] : [otherStatus])], actual)).toBe(isIncluded);
  },
);

describe('expectNoViolation()', () => {
  const result = (violation: object) => ({
    data: {},
    error: undefined,
    response: new Response('{}', { headers: { 'sl-violations': JSON.stringify([violation]) } }),
  });

  test.each([
    [{ error: { code: 'internal_server_error', message: 'Internal Server Error' } }, 'Internal Server Error'],
    [
      {
        type: 'https://stoplight.io/prism/errors#UNPROCESSABLE_ENTITY',
        title: 'Invalid request',
        validation: [{ message: 'Request body must be object' }],
      },
      'Invalid request: Request body must be object',
    ],
  ])('throws an error with the reason if Prism sends %j', (body, reason) => {
    const failed = { error: { body }, response: new Response('{}') } as never;
    expect(() => expectNoViolation(failed)).toThrow(`Prism: the mock failed: ${reason}`);
  });

  test('ignores the hint that a parameter is deprecated, and reports other violations', () => {
    const location = ['request', 'query', 'limit'];
    expect(() =>
      expectNoViolation(result({ location, severity: 'Warning', code: 'deprecated' }) as never),
    ).not.toThrow();
    expect(() => expectNoViolation(result({ location, severity: 'Error', code: 'type' }) as never)).toThrow('type');
  });
});

describe('a response whose schema allows no value', () => {
  const never = { description: 'A book.', content: { 'application/json': { schema: { not: {} } } } };
  const entriesOf = (responses: NonNullable<OperationObject['responses']>) => {
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
