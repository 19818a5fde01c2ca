import { textsLike } from '../schema/pattern-sample.ts';

/** Keywords of JSON Schema that limit a string. */
export interface StringKeywords {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Valid values of each format. The shortest value comes last. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z'],
  'iso-date-time': ['2026-01-01T00:00:00.000Z'],
  date: ['2026-01-01'],
  time: ['00:00:00Z'],
  'iso-time': ['00:00:00Z'],
  duration: ['P1D'],
  email: ['name@example.com', 'a@b.co'],
  'idn-email': ['name@example.com'],
  hostname: ['api.example.com', 'a'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1', '::'],
  cidr: ['192.0.2.0/24'],
  uri: ['https://example.com/', 'a:b'],
  url: ['https://example.com/', 'a:b'],
  'uri-reference': ['https://example.com/', 'a'],
  'uri-template': ['https://example.com/{id}', 'a'],
  uuid: ['4f1d2c9e-7a3b-4e58-9c06-2b8d5e7f1a90'],
  regex: ['^a+$', 'a'],
  'json-pointer': ['/a', ''],
  'json-pointer-uri-fragment': ['#/a', '#'],
  'relative-json-pointer': ['0/a', '0'],
  byte: ['YWJj', ''],
};

/** Common texts such as URLs and colors. They often match patterns for which no text can be generated. */
const TYPICAL = ['https://example.com/', 'https://example.com', 'example.com', 'name@example.com', '#0a0a0a', '1'];

/** Finds a string that a schema accepts. Returns `undefined` if no candidate is valid. */
export function stringFor(schema: StringKeywords, isValid: (text: string) => boolean): string | undefined {
  for (const text of candidates(schema)) if (isValid(text)) return text;
  return undefined;
}

function* candidates({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format = '' }: StringKeywords) {
  const ofFormat = FORMATS[format] ?? [];
  yield* ofFormat;
  // Lengthen the end of a value, such as the path of a URL, or its start, such as the name in an email address.
  for (const text of ofFormat) {
    const missing = Math.max(0, minLength - text.length);
    yield text + 'a'.repeat(missing);
    yield 'a'.repeat(missing) + text;
  }
  if (pattern !== undefined) yield* textsLike(pattern);
  for (const text of [...TYPICAL, ...ofFormat]) {
    yield text;
    yield text.padEnd(minLength, 'a');
  }
  yield 'string'.padEnd(minLength, 'a').slice(0, Math.max(minLength, Math.min(maxLength, 'string'.length)));
  yield '1'.repeat(minLength);
}
