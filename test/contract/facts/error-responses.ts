import { type Fact, is, notShown, only, type Place, says } from './fact.ts';
import { FAILURES } from './operations.ts';
import { errorBody, getProfile, operations, refTo, TEXT_AND_GAPS } from './places.ts';

/** Descriptions of the rate limit header fields. The source shows no thresholds, no window and no units. */
export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': 'The rate limit that applies.',
  'X-RateLimit-Remaining': 'The part of the rate limit that remains.',
  'X-RateLimit-Reset': 'The time when the rate limit resets.',
};

const headerPlace = (name: string): Place => ['components', 'headers', name];
const tooManyRequests: Place = [...getProfile, 'responses', '429'];

const events: readonly Fact[] = [
  is('6', 'The source describes no webhook', ['webhooks'], undefined),
  ...Object.entries(operations).map(([name, place]) =>
    is('6', `${name} has no callback`, [...place, 'callbacks'], undefined),
  ),
];

const bodies: readonly Fact[] = [
  ...FAILURES.flatMap((status) => {
    const response = [...getProfile, 'responses', status];
    const hasHeaders = status === '429';
    return [
      only(
        '7',
        `GET profile: ${status} has ${hasHeaders ? 'header fields and a body' : 'a body and no header fields'}`,
        response,
        [...(hasHeaders ? ['headers'] : []), 'content', 'description'],
      ),
      is('7, 1', `GET profile: the body of ${status} is JSON whose shape is not shown`, [...response, 'content'], {
        'application/json': { schema: refTo(errorBody) },
      }),
    ];
  }),
  says(
    '7',
    'The error body can be any JSON value',
    [...errorBody, 'description'],
    'The body of a failure response. The source does not show its shape, so it can be any JSON value.',
  ),
  only('7', 'The schema of the error body has no constraints', errorBody, TEXT_AND_GAPS),
  notShown('7', 'the error body', errorBody, ['error body shape']),
];

const rateLimits: readonly Fact[] = [
  only(
    '7, 8.2',
    'GET profile: 429 has `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`, and no other header field',
    [...tooManyRequests, 'headers'],
    Object.keys(RATE_LIMIT_HEADERS),
  ),
  ...Object.entries(RATE_LIMIT_HEADERS).flatMap(([name, text]) => {
    const header = headerPlace(name);
    return [
      is(
        '7',
        `GET profile: 429 has the header field \`${name}\``,
        [...tooManyRequests, 'headers', name],
        refTo(header),
      ),
      is('7', `The header field \`${name}\` is required`, [...header, 'required'], true),
      says('8.2', `The description of \`${name}\` is "${text}"`, [...header, 'description'], text),
      is(
        'ours',
        `The document declares \`${name}\` as a string, because the source does not show its type`,
        [...header, 'schema', 'type'],
        'string',
      ),
      only('8.2', `\`${name}\` has no format and no bounds`, [...header, 'schema'], ['type']),
      only('8.2', `\`${name}\` has no keywords other than those in these facts`, header, [
        'required',
        'schema',
        ...TEXT_AND_GAPS,
      ]),
      notShown('8.2', `\`${name}\``, header, ['type', 'unit']),
    ];
  }),
];

/** The facts of sections 6, 7 and 8 of the source. */
export const failures: readonly Fact[] = [...events, ...bodies, ...rateLimits];
