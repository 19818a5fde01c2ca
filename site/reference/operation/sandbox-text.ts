import { formatScopes, joined, type OperationBehavior, type OperationEntry } from 'tools-document';
import { code, plain } from '../markdown.ts';

/** Names the evidence of an assumption of the sandbox. On the pages, "source" only means the description of the API. */
export const evidenceText = (source: string): string =>
  source === 'assumed' ? 'no evidence' : `evidence: ${plain(source)}`;

/** Describes the assumptions of the sandbox about an operation, and how a test makes a call fail. */
export function sandboxText({ id }: OperationEntry, behavior: OperationBehavior = {}): string[] {
  const { success, missing, scopes, unique, effect, deprecation } = behavior;
  const rows: [text: string, source: string][] = [];
  if (success !== undefined) rows.push([`Success: ${code(String(success.status))}`, success.source]);
  if (missing !== undefined) {
    const words = [missing.status, missing.message, missing.errorCode].filter((word) => word !== undefined);
    rows.push([`If no item has the ID: ${words.map((word) => code(String(word))).join(', ')}`, missing.source]);
  }
  if (scopes !== undefined) rows.push([`Scopes: ${formatScopes(scopes.any.map((scope) => [scope]))}`, scopes.source]);
  if (unique !== undefined)
    rows.push([`If another item has the same ${joined(unique.fields.map(code), 'or')}: ${code('409')}`, unique.source]);
  if (effect !== undefined)
    rows.push([
      `Also removes the items of ${code(effect.removes)} whose ${code(effect.field)} is the ID`,
      effect.source,
    ]);
  if (deprecation !== undefined) rows.push([`Sends ${code('Deprecation')} or ${code('Sunset')}`, deprecation.source]);
  return [
    ...(rows.length === 0 ? [] : ['The document does not show these facts, so the sandbox assumes them:']),
    rows.map(([text, source]) => `- ${text} (${evidenceText(source)})`).join('\n'),
    `To test a failure in your service, for example a 429: ${code(`sandbox.fail({ operation: '${id}', with: 429 })`)}.`,
  ];
}
