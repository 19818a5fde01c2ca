import { STATUS_CODES } from 'node:http';
import type { OperationObject } from 'tools-document/model';
import { joined } from '../../../common/formatting.ts';
import { groupBy } from '../../../common/group-by.ts';
import { code, inline, plain, table } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { bodyParts, documentedFailures } from './body-text.ts';
import { headerList } from './described-value.ts';
import type { PageSchemas } from './schema-rows.ts';

/** Describes the failures that an operation documents, with the rows of their bodies and their header fields. */
export function failureParts(page: PageSchemas, operation: OperationObject, links: Links): string[] {
  const failures = documentedFailures(operation).map((key) => ({ key, ...operation.responses?.[key] }));
  const rows = failures.map(({ key, description = '' }) => [headingOf(key), inline(description)]);
  const bodies = failures.flatMap(({ key, content = {} }) =>
    Object.entries(content).map(([mediaType, media]) => ({ key, mediaType, media })),
  );
  const headers = failures.flatMap(({ key, headers = {} }) =>
    Object.keys(headers).length > 0 ? [{ key, headers }] : [],
  );
  return [
    rows.length === 0 ? '' : table(['Status', 'Meaning'], rows),
    `Each response that is not 2xx is an \`ApiError\` in \`error\`. [Errors](${links.guide('errors.md#retries')}) says which responses the client retries, which other errors a call throws, and what to do.`,
    ...equalParts(bodies, ({ mediaType, media }) => [mediaType, media.schema]).flatMap(({ keys, mediaType, media }) => {
      const [type = '', ...fields] = bodyParts(page, [[mediaType, media]]);
      return [`The body of ${keys}, in \`error.body\`, is ${type}.`, ...fields];
    }),
    ...equalParts(headers, (part) => part.headers).flatMap((part) => [
      `Header fields of ${part.keys}:`,
      headerList(page, part.headers),
    ]),
  ];
}

/** Returns each part of responses once, with the keys of all responses that have an equal part. */
const equalParts = <Part extends { readonly key: string }>(
  parts: readonly Part[],
  contentOf: (part: Part) => unknown,
) =>
  [...groupBy(parts, (part) => JSON.stringify(contentOf(part))).values()].flatMap((group) =>
    group.slice(0, 1).map((part) => {
      const keys = group.map(({ key }) => code(key));
      return { ...part, keys: joined(keys, 'and') };
    }),
  );

/** Returns a status with its name, such as `404 Not Found`, so that a search for either finds the page. */
const headingOf = (key: string): string =>
  STATUS_CODES[key] === undefined ? plain(key) : `${key} ${STATUS_CODES[key]}`;
