// The contract suite reads its expectations from the document.
import { describe, expect, test } from 'vitest';
import { listOperations, type OpenApiDocument } from '../../scripts/openapi/document.ts';
import { acceptsBody, documentedResponses, responseFor } from './cases.ts';
import { allowsStatus } from './target.ts';

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
const responses = listOperations(document).flatMap((placed) => documentedResponses(document, placed));

test('the expected header fields are those that the document requires', () => {
  expect(responses.map(({ documented, headers }) => [documented, headers])).toEqual([
    ['200', ['X-Total']],
    ['204', []],
    ['4XX', []],
    ['default', []],
  ]);
});

test('the expected body is the example of the document', () => {
  expect(responses.map(({ example }) => example)).toEqual([['A', 'B'], undefined, undefined, undefined]);
});

test.each([
  ['200', '200'],
  ['404', '4XX'],
  ['500', 'default'],
])('a response with status %s is expected to match the documented %s', (status, documented) => {
  expect(responseFor(status, responses)?.documented).toBe(documented);
});

test('no response is expected for a status that the document does not have', () => {
  expect(responseFor('500', responses.slice(0, 3))).toBeUndefined();
});

describe('a body is accepted', () => {
  test.each<[string, number, unknown, boolean]>([
    ['if it matches its schema, through references', 200, ['A'], true],
    ['not if it breaks its schema', 200, [1], false],
    ['not if it is missing', 200, undefined, false],
    ['for a 204 if it is undefined', 204, undefined, true],
    ['not for a 204', 204, {}, false],
    ['if the document shows no body', 404, 'any', true],
    ['by the schema of +json content', 500, 'any', false],
  ])('%s', (_when, status, body, isAccepted) => {
    expect(acceptsBody(responses, status, body)).toBe(isAccepted);
  });

  test('not for a status that the document does not have', () => {
    expect(acceptsBody(responses.slice(0, 3), 500, {})).toBe(false);
  });
});

test.each<[number, string, string | undefined, boolean]>([
  [401, '401', undefined, true],
  [400, '401', undefined, false],
  [400, '401', '400', true],
  [403, '401', '400', false],
  [204, '2XX', undefined, true],
  [307, '2XX', undefined, false],
])('status %i for an expected %s or %s is allowed: %s', (actual, status, otherStatus, isAllowed) => {
  const [response] = responses;
  if (response === undefined) throw new Error('the document has no response');
  const situation = { when: 'always', status, response, ...(otherStatus === undefined ? {} : { otherStatus }) };
  expect(allowsStatus(situation, actual)).toBe(isAllowed);
});
