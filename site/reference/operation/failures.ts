import { STATUS_CODES } from 'node:http';
import { documentedContent, joined, type Operation } from 'tools-document';
import { code, inline, item, plain } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { documentedFailures } from '../successes-and-failures.ts';
import { contentParts, exampleParts } from './body-text.ts';
import { API_ERROR, type FailureAdvice, type FailureContext, failureAdvice } from './failure-advice.ts';

/** Groups of statuses that a call can have even if the document does not show them. A group has one section. */
const COMMON = [['401'], ['403'], ['404'], ['429'], ['502', '503', '504']];

/** Describes the failures of an operation, and their bodies. */
export function failureParts(context: FailureContext): string[] {
  const { document, entry, links } = context;
  const { responses = {} } = entry.operation;
  const documented = documentedFailures(entry.operation);
  const others = COMMON.map((group) =>
    group.filter((status) => !documented.includes(status) && isPossible(status, context)),
  );
  return [
    `Every response that is not 2xx is a failure: ${API_ERROR}. A call without a usable response throws a \`NetworkError\`, a \`TokenError\` or a \`TimeoutError\` ([all errors](${links.guide('errors.md')})).`,
    documentedContent(document, entry.operation) === 'other'
      ? ''
      : `A 2xx with an unreadable body, such as the HTML page of a captive portal, is a failure too.`,
    [
      ...documented.map((key) =>
        failureItem(headingOf(key), inline(responses[key]?.description ?? ''), failureAdvice(key, context)),
      ),
      ...others.flatMap(([key, ...alike]) =>
        key === undefined
          ? []
          : failureItem(
              alike.length === 0 ? headingOf(key) : [key, ...alike].join(', '),
              'The document does not show this status for this operation.',
              failureAdvice(key, context),
            ),
      ),
    ].join('\n'),
    ...bodyTexts(entry.operation, documented, links),
    ...documented.flatMap((key) =>
      exampleParts(document, responses[key]?.content ?? {}, links, `The response ${code(key)}:`),
    ),
  ];
}

/** Returns a status with its name, such as `404 Not Found`, so that a search for either finds the section. */
const headingOf = (key: string): string =>
  STATUS_CODES[key] === undefined ? plain(key) : `${key} ${STATUS_CODES[key]}`;

const failureItem = (heading: string, meaning: string, { client, details = '', caller }: FailureAdvice): string =>
  item(`**${heading}**: ${meaning}  \nThe client ${client}. ${details}  \n${caller}`);

/** Describes each documented body of failures once, with the statuses that have it. */
function bodyTexts({ responses = {} }: Operation, documented: readonly string[], links: Links): string[] {
  const byText = new Map<string, string[]>();
  for (const key of documented) {
    for (const text of contentParts(responses[key]?.content ?? {}, links, 'response'))
      byText.set(text, [...(byText.get(text) ?? []), code(key)]);
  }
  return [...byText].map(([text, keys]) => `The body of ${joined(keys, 'and')}, in \`error.body\`: ${text}`);
}

/**
 * Whether a call can have a status. An operation that needs no token has no 401 and no 403, and a path without parameters
 * has no 404.
 */
function isPossible(status: string, { entry, scopes }: FailureContext): boolean {
  if (status === '404') return entry.path.includes('{');
  const needsToken = scopes === null || scopes.some((one) => one.length > 0);
  return needsToken || (status !== '401' && status !== '403');
}
