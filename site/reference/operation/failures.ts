import { STATUS_CODES } from 'node:http';
import type { OperationObject } from 'tools-document/model';
import { joined } from '../../../common/formatting.ts';
import { code, inline, plain, table } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { bodyTypes, documentedFailures, shortType, textsOnce } from './body-text.ts';
import { type FindType, schemaType } from './generated-types.ts';

/** Describes the failures that an operation documents, with the types of their bodies and their header fields. */
export function failureParts(operation: OperationObject, find: FindType, links: Links): string[] {
  const failures = documentedFailures(operation).map((key) => ({ key, ...operation.responses?.[key] }));
  const rows = failures.map(({ key, description = '' }) => [headingOf(key), inline(description)]);
  const bodies = failures.flatMap(({ key, content = {} }) =>
    bodyTypes(find, content, 'responses', key).map(([mediaType, type]) => {
      const name = type?.schema === undefined ? 'an object' : code(schemaType(type.schema));
      return [key, `${code(mediaType)}; its type is ${shortType(mediaType, type) ?? name}`] as const;
    }),
  );
  const headers = failures.map(
    ({ key, headers = {} }) => [key, joined(Object.keys(headers).map(code), 'and')] as const,
  );
  return [
    rows.length === 0 ? '' : table(['Status', 'Meaning'], rows),
    `Each response that is not 2xx is an \`ApiError\` in \`error\`. [Errors](${links.guide('errors.md')}) says which responses the client retries, which other errors a call throws, and what to do.`,
    ...textsOnce(bodies, 'and').map(([statuses, text]) => `The body of ${statuses}, in \`error.body\`, is ${text}.`),
    ...textsOnce(headers, 'and').flatMap(([statuses, names]) =>
      names === '' ? [] : [`Header fields of ${statuses}: ${names}.`],
    ),
  ];
}

/** Returns a status with its name, such as `404 Not Found`, so that a search for either finds the page. */
const headingOf = (key: string): string =>
  STATUS_CODES[key] === undefined ? plain(key) : `${key} ${STATUS_CODES[key]}`;
