import type { Operation } from 'tools-document';
import { code, inline } from '../markdown.ts';
import type { Links } from '../reference.ts';

/**
 * Lists what the API does not document about an operation, its request body and its responses: the values of
 * `x-not-shown`. The items of parameters and header fields have their own values.
 */
export function notShownParts(operation: Operation, links: Links): string[] {
  const parts: [name: string, part: object | undefined][] = [
    ['the operation', operation],
    ['the request body', operation.requestBody],
    ...Object.entries(operation.responses ?? {}).map(([key, response]): [string, object] => [
      `the response ${code(key)}`,
      response,
    ]),
  ];
  return gapsParts(
    parts.flatMap(([name, part]) => {
      const { 'x-not-shown': notShown = [] }: { 'x-not-shown'?: readonly string[] } = part ?? {};
      return notShown.length === 0 ? [] : [`About ${name}: ${notShown.map(inline).join('; ')}`];
    }),
    links,
  );
}

/** Writes a list of gaps, and a link to the page about the gaps. Without gaps, returns no text. */
export const gapsParts = (gaps: readonly string[], links: Links): string[] =>
  gaps.length === 0
    ? []
    : [
        gaps.map((text) => `- ${text}`).join('\n'),
        `[Not documented by the API](${links.guide('not-documented.md')}) describes how the client handles each gap.`,
      ];
