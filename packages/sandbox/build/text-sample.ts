import { firstExample, type MediaType } from 'tenant-management-document';

/** Short valid texts by media type, for types other than JSON. */
const TEXTS: readonly (readonly [type: RegExp, text: string])[] = [
  [/^text\/event-stream\b/, 'data: {}\n\n'],
  [/^text\/csv\b/, 'id\n1\n'],
  [/^text\/html\b/, '<!doctype html><title>Sample</title>'],
  [/[/+]xml\b/, '<sample/>'],
  [/^image\/svg/, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [/ndjson|jsonl|json-seq/, '{}\n'],
  [/^application\/x-www-form-urlencoded\b/, 'sample=1'],
];

/** Returns the documented example for a media type other than JSON, or else a short valid text. */
export function textSample(mediaType: string, media: MediaType): string {
  const example = firstExample(media);
  if (typeof example === 'string') return example;
  return TEXTS.find(([type]) => type.test(mediaType))?.[1] ?? 'sample';
}
