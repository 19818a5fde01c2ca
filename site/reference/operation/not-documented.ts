import type { OperationBehavior } from 'tools-document/behavior';
import type { OperationObject } from 'tools-document/model';
import { joined } from '../../../common/formatting.ts';
import { code, inline, plain } from '../markdown.ts';
import type { Links } from '../reference.ts';

/**
 * Lists what the API does not document about an operation, its request body and its responses: the values of
 * `x-not-shown`. The items of parameters and header fields have their own values.
 */
export function notShownParts(operation: OperationObject, links: Links): string[] {
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

/** Names the evidence of an assumption of the sandbox. */
export const evidenceText = (source: string): string =>
  source === 'assumed' ? 'no evidence' : `evidence: ${plain(source)}`;

/** Describes the assumptions of the sandbox about an operation, apart from the scopes. */
export function sandboxText(behavior: OperationBehavior = {}, links: Links): string[] {
  const { success, missing, unique, effect, deprecation } = behavior;
  const rows: [text: string, source: string][] = [];
  if (success !== undefined) rows.push([`Success: ${code(String(success.status))}`, success.source]);
  if (missing !== undefined) {
    const words = [missing.status, missing.message, missing.errorCode].filter((word) => word !== undefined);
    rows.push([`If no item has the ID: ${words.map((word) => code(String(word))).join(', ')}`, missing.source]);
  }
  if (unique !== undefined)
    rows.push([`If another item has the same ${joined(unique.fields.map(code), 'or')}: ${code('409')}`, unique.source]);
  if (effect !== undefined)
    rows.push([
      `Also removes the items of ${code(effect.removes)} whose ${code(effect.field)} is the ID`,
      effect.source,
    ]);
  if (deprecation !== undefined) rows.push([`Sends ${code('Deprecation')} or ${code('Sunset')}`, deprecation.source]);
  if (rows.length === 0) return [];
  return [
    `The API does not document these facts, so the [sandbox](${links.guide('../packages/sandbox/README.md')}) assumes them:`,
    rows.map(([text, source]) => `- ${text} (${evidenceText(source)})`).join('\n'),
  ];
}
