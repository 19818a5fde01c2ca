import { documentedKey } from 'tenant-management-document';
import { contentTypeDetail } from '../../../src/drift/difference.ts';
import { parseJson } from './parse-json.ts';
import type { RecordedCall } from './recorder.ts';

/** A difference between the content of a response and the document. */
export interface ContentDifference {
  readonly kind: 'body' | 'content type';
  /** The difference, as Markdown. */
  readonly detail: string;
}

/** Status codes of responses that never have a body. */
const WITHOUT_BODY = [204, 205, 304];

/** Returns whether a media type is JSON, such as `application/problem+json`. */
export const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

/** Returns the documented response for a call, with the key of that response: a status, a range or `default`. */
export function documentedResponse({ operation, status }: RecordedCall) {
  const key = documentedKey(operation?.operation ?? {}, status);
  const { headers = {}, content = {} } = operation?.operation.responses?.[key ?? ''] ?? {};
  return { key, headers, content };
}

/** Returns the media type of a response without its parameters; an empty text without `Content-Type`. */
export const mediaTypeOf = ({ headers }: RecordedCall): string =>
  (headers['content-type']?.split(';')[0] ?? '').trim().toLowerCase();

/** The detail of a body for which the document shows no content. */
export const UNDOCUMENTED_BODY = 'not documented';

/** Compares the content type of a response, and whether it has a body, with the document. */
export function contentDifferences(call: RecordedCall): ContentDifference[] {
  const { text, status } = call;
  const documented = Object.keys(documentedResponse(call).content);
  if (text === '') {
    const lacksBody = documented.length > 0 && !WITHOUT_BODY.includes(status);
    return lacksBody ? [{ kind: 'body', detail: 'empty' }] : [];
  }
  if (documented.length === 0) return [{ kind: 'body', detail: UNDOCUMENTED_BODY }];
  const type = mediaTypeOf(call);
  const differences: ContentDifference[] = [];
  const detail = contentTypeDetail(type, documented);
  if (detail !== undefined) differences.push({ kind: 'content type', detail });
  if (isJson(type) && parseJson(text) === undefined) differences.push({ kind: 'body', detail: 'not JSON' });
  return differences;
}
