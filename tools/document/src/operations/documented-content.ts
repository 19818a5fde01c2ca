import type { SuccessContent } from '../../../../common/success-content.ts';
import type { OpenApiDocument, OperationObject } from '../model/openapi-document.ts';
import { schemaIn, typesOf } from '../schema/schema-view.ts';
import { isJsonType, isWildcard } from './media-type.ts';

/** Whether a media type is JSON or a wildcard. A wildcard counts as JSON, because its schema describes JSON data. */
const describesJson = (type: string): boolean => isJsonType(type) || isWildcard(type);

/** Content of the 2xx responses, or else of `default`; `undefined` if the operation has neither. */
export function documentedContent(
  document: OpenApiDocument,
  { responses = {} }: OperationObject,
): SuccessContent | undefined {
  const keys = Object.keys(responses).filter((key) => key.startsWith('2'));
  const successes = (keys.length > 0 ? keys : ['default']).flatMap((key) => responses[key] ?? []);
  if (successes.length === 0) return undefined;
  const types = successes.flatMap(({ content = {} }) => Object.keys(content));
  if (types.length === 0) return 'none';
  if (types.every(describesJson)) {
    const types = successes.flatMap(({ content = {} }) =>
      // A response can be null if its schema shows no types.
      Object.values(content).flatMap(({ schema = {} }) => typesOf(schemaIn(document, schema)) ?? ['null']),
    );
    const showOnly = (...expected: readonly string[]) => types.every((type) => expected.includes(type));
    if (showOnly('object')) return 'object';
    return showOnly('object', 'array') ? 'json' : 'value';
  }
  return types.some(describesJson) ? 'mixed' : 'other';
}

/** Finds the key of the documented response for a status: the status itself, a range such as `4XX`, or `default`. */
export const documentedKey = (
  { responses = {} }: { responses?: object },
  status: number | string,
): string | undefined => [String(status), `${String(status)[0]}XX`, 'default'].find((key) => key in responses);
