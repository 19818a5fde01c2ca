import type { Operation, OperationEntry } from '../openapi/document.ts';
import { formatScopes } from '../openapi/operation-table.ts';
import { code, inline, joined, table } from './markdown.ts';
import type { Links } from './reference.ts';
import { typeText } from './type-text.ts';

/** What the reference says about a failure. */
interface Failure {
  /** What the client does. */
  readonly client: string;
  /** What the caller can do. */
  readonly caller: string;
}

/** The facts about an operation on which its failures depend. */
export interface FailureContext {
  readonly entry: OperationEntry;
  /** Alternative lists of scopes; `null` if they are not shown. */
  readonly scopes: readonly (readonly string[])[] | null;
  readonly links: Links;
}

/** Methods that are not idempotent (RFC 9110, section 9.2.2, and RFC 5789). The client does not retry their 5xx. */
const NOT_IDEMPOTENT = ['POST', 'PATCH'];

/** Statuses that a call can have even if the document does not show them. The client treats those of a group alike. */
const COMMON = [['401'], ['403'], ['404'], ['429'], ['502', '503', '504']];

const API_ERROR = '`error` is an `ApiError`';

/** Returns what happens to a call if the response has a status, a range such as `4XX`, or `default`. */
function failureOf(key: string, context: FailureContext): Failure {
  const { method } = context.entry;
  const isRetried = !NOT_IDEMPOTENT.includes(method);
  const notRetried = `does not retry; ${API_ERROR}`;
  const details = `([retries](${context.links.guide('errors-and-retries.md#retries')}))`;
  const read = 'Read `error.message`, which contains the `message` of the body, and `error.body`.';
  switch (key) {
    case '401':
      return {
        client: `sends the request again with a new token, unless \`auth\` is a string ([tokens](${context.links.guide('tokens.md#after-a-401')})); if the response is again a 401, ${API_ERROR}`,
        caller: 'Check that the credentials belong to this tenant. If `auth` is a string, pass a new token.',
      };
    case '403':
      return { client: notRetried, caller: scopeAdvice(context.scopes) };
    case '404':
      return {
        client: notRetried,
        caller:
          method === 'DELETE'
            ? 'Check the parameters. If `error.attempts` is greater than 1, the first attempt can have succeeded: a DELETE that is retried after a dropped connection can return 404.'
            : 'Check the parameters.',
      };
    case '409':
      return { client: notRetried, caller: 'Read the current state before you send the request again.' };
    case '429':
      return {
        client: `waits for \`Retry-After\`, otherwise \`X-RateLimit-Reset\`, plus up to 250 ms of jitter, and retries; all other calls of the client wait too ${details}; if the last retry is refused or the delay would exceed \`timeout\`, ${API_ERROR}`,
        caller: `Schedule the call yourself with \`error.rateLimit\`. For many calls, use a [pacer](${context.links.guide('bulk.md#the-pacer')}).`,
      };
    case '502':
    case '503':
    case '504':
      return isRetried
        ? {
            client: `retries after \`Retry-After\` plus up to 250 ms of jitter, otherwise with exponential backoff ${details}; if the last retry fails, ${API_ERROR}`,
            caller: 'Call again later.',
          }
        : {
            client: `does not retry, because ${method} is not idempotent; ${API_ERROR}`,
            caller: 'Check whether the server performed the operation before you call again.',
          };
    case 'default':
      return {
        client: `handles each status as in this table; for every status that is not 2xx, ${API_ERROR}`,
        caller: read,
      };
    default:
      if (key.startsWith('3'))
        return { client: `never follows a redirect; ${API_ERROR}`, caller: 'Check the base URL.' };
      if (key === '4XX' || key === '5XX')
        return { client: `handles each status as in this table; the others: ${notRetried}`, caller: read };
      return {
        client: notRetried,
        caller: key.startsWith('5') ? 'Call again later.' : `Correct the request. ${read}`,
      };
  }
}

function scopeAdvice(scopes: FailureContext['scopes']): string {
  const ask = 'ask the owner of your tenant';
  if (scopes === null)
    return `The source does not show the required scopes: ${ask} which scopes to grant to your client.`;
  const needed = scopes.filter((one) => one.length > 0);
  if (needed.length === 0) return 'The document requires no scope: check `error.message`.';
  return `If the token lacks a scope, ${ask} to grant ${formatScopes(needed)} to your client.`;
}

/** The keys of the failures that an operation documents: statuses, ranges and `default`. */
export function documentedFailures({ responses = {} }: Operation): string[] {
  const keys = Object.keys(responses);
  const hasSuccess = keys.some((key) => key.startsWith('2'));
  return keys.filter((key) => !key.startsWith('2') && (key !== 'default' || hasSuccess));
}

/** Writes the tables of the failures with a response and without a response, and describes the bodies. */
export function failureParts(context: FailureContext): string[] {
  const { operation } = context.entry;
  const documented = documentedFailures(operation);
  const others = COMMON.map((group) =>
    group.filter((status) => !documented.includes(status) && isPossible(status, context)),
  );
  const row = ([key = '', ...alike]: readonly string[], meaning: string): string[] => {
    const { client, caller } = failureOf(key, context);
    return [[key, ...alike].map(code).join(', '), meaning, client, caller];
  };
  return [
    table(
      ['Status', 'Meaning in the document', 'The client', 'You'],
      [
        ...documented.map((key) => row([key], inline(operation.responses?.[key]?.description ?? ''))),
        ...others.filter((group) => group.length > 0).map((group) => row(group, 'not shown for this operation')),
      ],
    ),
    bodyText(operation, documented, context.links),
    `Calls that get no usable response ([all situations](${context.links.guide('errors-and-retries.md#errors')})):`,
    table(['Error', 'Cause', 'The client', 'You'], withoutResponse(context)),
  ];
}

/** Describes the documented bodies of failures. Failures with the same body are in the same sentence. */
function bodyText({ responses = {} }: Operation, documented: readonly string[], links: Links): string {
  const byType = new Map<string, string[]>();
  for (const key of documented) {
    for (const [mediaType, { schema = {} }] of Object.entries(responses[key]?.content ?? {})) {
      const text = `${typeText(schema, links)} (${code(mediaType)})`;
      byType.set(text, [...(byType.get(text) ?? []), code(key)]);
    }
  }
  return [...byType]
    .map(([text, keys]) => `The body of ${joined(keys, 'and')}, in \`error.body\`: ${text}.`)
    .join('\n\n');
}

/** Whether a call can have a status: a call without a token is not refused, and a path without parameters exists. */
function isPossible(status: string, { entry, scopes }: FailureContext): boolean {
  if (status === '404') return entry.path.includes('{');
  const needsToken = scopes === null || scopes.some((one) => one.length > 0);
  return needsToken || (status !== '401' && status !== '403');
}

function withoutResponse({ entry: { method } }: FailureContext): string[][] {
  const isRetried = !NOT_IDEMPOTENT.includes(method);
  return [
    [
      '`NetworkError`',
      '`fetch` rejects, or the body of a 2xx is cut off',
      isRetried
        ? 'retries a network error before the header fields of the response arrive, with exponential backoff; then throws'
        : `does not retry, because ${method} is not idempotent; throws`,
      isRetried ? 'Call again later.' : 'Check whether the server performed the operation before you call again.',
    ],
    [
      '`TokenError`',
      'the token endpoint rejects the request, or its response has no usable token',
      'throws; the operation was not called',
      'Read `error.error` and `error.error_description`, and check the credentials.',
    ],
    [
      '`DOMException` named `TimeoutError`',
      'the call takes longer than `timeout` (60 seconds by default)',
      'throws; the message names the step',
      'Pass a longer `timeout`, or call again later.',
    ],
    ['`TypeError`', 'an option or a path parameter is invalid', 'throws, and sends nothing', 'Correct the argument.'],
  ];
}
