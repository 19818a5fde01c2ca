import { formatScopes, isIdempotent, type OpenApiDocument, type OperationEntry } from 'tools-document';
import type { Links } from '../reference.ts';

/** The actions of the client and the caller after one failure. */
export interface FailureAdvice {
  /** The action of the client in one sentence: the text after "The client", without the period. */
  readonly client: string;
  /** More about the action of the client, in whole sentences. */
  readonly details?: string;
  /** The advice to the caller, in whole sentences. */
  readonly caller: string;
}

/** The facts about an operation on which its failures depend. */
export interface FailureContext {
  readonly document: OpenApiDocument;
  readonly entry: OperationEntry;
  /** Alternative lists of scopes; `null` if they are not shown. */
  readonly scopes: readonly (readonly string[])[] | null;
  readonly links: Links;
}

export const API_ERROR = '`error` is an `ApiError`';
const CHECK_FIRST = 'Before you call again, find out whether the server performed the operation.';
const NOT_RETRIED = 'does not retry';
const RETRIED = 'retries, by default up to 2 times';
const READ = 'Read `error.body` and `error.message`, which contains the `message` of the body.';

/** Returns the advice for the failure with a status, a range such as `4XX`, or `default`. */
export function failureAdvice(key: string, context: FailureContext): FailureAdvice {
  switch (key) {
    case '304':
      return { client: NOT_RETRIED, caller: 'Use the copy that you have.' };
    case '401':
      return {
        client: 'sends the request again with a new token, unless `auth` is a string',
        details: `If the response is still a 401, ${API_ERROR} ([tokens](${context.links.guide('errors.md#retries')})).`,
        caller: 'Check that the credentials belong to this tenant. If `auth` is a string, pass a new token.',
      };
    case '403':
      return { client: NOT_RETRIED, caller: scopeAdvice(context.scopes) };
    case '404':
      return { client: NOT_RETRIED, caller: missingAdvice(context.entry) };
    case '409':
      return { client: NOT_RETRIED, caller: `Read the current state before you send the request again. ${READ}` };
    case '429':
      return rateLimited(context.links);
    case '502':
    case '503':
    case '504':
      return unavailable(context);
    case 'default':
    case '4XX':
    case '5XX':
      return {
        client: 'handles a status as described in the section for this status, and does not retry any other status',
        caller: READ,
      };
    default:
      if (key.startsWith('3'))
        return { client: 'never follows a redirect', caller: 'Check the base URL of the client.' };
      return {
        client: NOT_RETRIED,
        caller: key.startsWith('5') ? 'Call again later.' : `Correct the request. ${READ}`,
      };
  }
}

const rateLimited = (links: Links): FailureAdvice => ({
  client: RETRIED,
  details: `Before a retry, it waits for the delay in \`Retry-After\` or, without a usable \`Retry-After\`, in \`X-RateLimit-Reset\`, plus up to 250 ms of jitter. All other calls of the client wait too ([retries](${links.guide('errors.md#retries')})). If the last retry also gets a 429, or if the delay would exceed \`timeout\`, ${API_ERROR}.`,
  caller: `Schedule the call yourself with \`error.rateLimit\`. For many calls, use a [pacer](${links.guide('bulk.md')}).`,
});

function unavailable({ entry: { method }, links }: FailureContext): FailureAdvice {
  if (!isIdempotent(method))
    return { client: `does not retry, because ${method} is not idempotent`, caller: CHECK_FIRST };
  return {
    client: RETRIED,
    details: `Before a retry, it waits for the delay in \`Retry-After\` plus up to 250 ms of jitter or, without a usable \`Retry-After\`, for an exponential backoff ([retries](${links.guide('errors.md#retries')})). If the last retry fails, ${API_ERROR}.`,
    caller: 'Call again later.',
  };
}

const missingAdvice = ({ method }: OperationEntry): string =>
  method === 'DELETE'
    ? 'Check the id and the base URL. If both are correct, the item does not exist. If `error.maybePerformed` is above 0, an earlier attempt may have deleted the item: a DELETE that is retried after a dropped connection can return 404.'
    : 'Check the parameters.';

function scopeAdvice(scopes: FailureContext['scopes']): string {
  const ask = 'ask the owner of your tenant';
  if (scopes === null)
    return `The API does not document the required scopes: ${ask} which scopes to grant to your client.`;
  const needed = scopes.filter((one) => one.length > 0);
  if (needed.length === 0) return 'The document requires no scope: check `error.message`.';
  return `If the token lacks a scope, ${ask} to grant ${formatScopes(needed)} to your client.`;
}
