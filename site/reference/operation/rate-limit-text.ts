import { joined, type Operation } from 'tools-document';
import { code } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { headerList } from './header-list.ts';

/** Names of header fields about a rate limit: `Retry-After` (RFC 9110, 10.2.3), `X-RateLimit-*` and `RateLimit-*`. */
const RATE_LIMIT_FIELD = /^(retry-after|(x-)?rate-?limit.*)$/i;

/** Describes how the client handles the rate limit, and the header fields about the limit. */
export function rateLimitText({ responses = {} }: Operation, links: Links): string[] {
  const fields = Object.values(responses).flatMap(({ headers = {} }) =>
    Object.entries(headers).filter(([name]) => RATE_LIMIT_FIELD.test(name)),
  );
  const statuses = Object.entries(responses).flatMap(([key, { headers = {} }]) =>
    Object.keys(headers).some((name) => RATE_LIMIT_FIELD.test(name)) ? [code(key)] : [],
  );
  const retries = `[retries](${links.guide('errors.md#retries')})`;
  return [
    `If a call still ends with a 429 after the ${retries}, \`error.rateLimit\` has the numbers of \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`, if the response has these header fields.`,
    fields.length === 0
      ? 'The document shows no header fields about the rate limit for this operation. If a 429 has no such header field, the client uses exponential backoff.'
      : `The document shows these header fields of ${joined(statuses, 'and')}:`,
    headerList(Object.fromEntries(fields), links),
  ];
}
