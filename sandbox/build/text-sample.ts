import type { MediaType } from '../../scripts/openapi/document.ts';
import { firstExample } from '../../scripts/openapi/sample.ts';

/** Small valid texts of media types that are not JSON. */
const TEXTS: readonly (readonly [type: RegExp, text: string])[] = [
  [/^text\/event-stream\b/, 'data: {}\n\n'],
  [/^text\/csv\b/, 'id\n1\n'],
  [/^text\/html\b/, '<!doctype html><title>Sample</title>'],
  [/[/+]xml\b/, '<sample/>'],
  [/^image\/svg/, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [/ndjson|jsonl|json-seq/, '{}\n'],
  [/^application\/x-www-form-urlencoded\b/, 'sample=1'],
];

/** Returns the example of a media type that is not JSON, or else a small valid text. */
export function textSample(mediaType: string, media: MediaType): string {
  const example = firstExample(media);
  if (typeof example === 'string') return example;
  return TEXTS.find(([type]) => type.test(mediaType))?.[1] ?? 'sample';
}
