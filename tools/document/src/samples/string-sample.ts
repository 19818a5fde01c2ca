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

/**
 * Generates a text. `more` is the number of additional repetitions, beyond the minimum of the pattern; `branch` is the
 * index of the alternative.
 */
type Part = (more: number, branch: number) => string;

/** Characters that are tried first. */
const PREFERRED = [...'a0A1bB-_./:@#+ '];
/** The last code point to try if no preferred character matches. The range contains Latin, Greek and Cyrillic. */
const LAST_CODE_POINT = 0x4ff;
/** Numbers of additional repetitions to try. They suffice for the minimum lengths of common patterns. */
const REPETITIONS = [0, 1, 2, 3, 4, 7, 9, 15, 23, 31, 35, 63];
const BRANCHES = [0, 1, 2, 3];

/** Maximum length of a text. Nested repetitions, such as `((a+)+)+`, would otherwise fill the memory. */
const MAX_LENGTH = 100_000;

/**
 * Lists texts that may match a regular expression. The caller must check each text, because lookarounds are ignored.
 */
export function* textsLike(pattern: string): Generator<string> {
  const generate = parsePattern(pattern);
  if (generate === undefined) return;
  for (const more of REPETITIONS) {
    for (const branch of BRANCHES) {
      const text = generate(more, branch);
      if (text.length <= MAX_LENGTH) yield text;
    }
  }
}

/** Parses a regular expression. Returns `undefined` if the expression is not valid. */
function parsePattern(pattern: string): Part | undefined {
  let rest = pattern;
  const take = (syntax: RegExp): RegExpExecArray | undefined => {
    const match = syntax.exec(rest) ?? undefined;
    rest = rest.slice(match?.[0].length ?? 0);
    return match;
  };

  function alternatives(): Part {
    const parts = [sequence()];
    while (take(/^\|/)) parts.push(sequence());
    return (more, branch) => parts[branch % parts.length]?.(more, branch) ?? '';
  }
  function sequence(): Part {
    const parts: Part[] = [];
    while (rest !== '' && !/^[|)]/.test(rest)) parts.push(quantified(atom()));
    return (more, branch) => parts.map((part) => part(more, branch)).join('');
  }
  function quantified(part: Part): Part {
    const quantifier = take(/^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/);
    if (quantifier === undefined) return part;
    const [, symbol, least, comma, most] = quantifier;
    const min = symbol === undefined ? Number(least) : Number(symbol === '+');
    const bound = symbol === '?' ? 1 : most === '' && comma === '' ? min : Number(most || Number.POSITIVE_INFINITY);
    const max = symbol === '*' || symbol === '+' ? Number.POSITIVE_INFINITY : bound;
    return (more, branch) => {
      const text = part(more, branch);
      // Fewer repetitions suffice to show that a text is too long.
      return text.repeat(Math.min(min + more, max, Math.ceil((MAX_LENGTH + 1) / text.length)));
    };
  }
  function atom(): Part {
    const lookaround = take(/^\(\?<?[=!]/);
    if (lookaround !== undefined || take(/^\((?:\?:|\?<\w+>)?/) !== undefined) {
      const group = alternatives();
      take(/^\)/);
      return lookaround === undefined ? group : () => '';
    }
    if (take(/^(?:\^|\$|\\b|\\B)/) !== undefined) return () => '';
    const set = take(/^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{?[0-9a-fA-F]+\}?|\\x..|\\c.|\\.|\.)/s)?.[0];
    const text = set === undefined ? (take(/^./su)?.[0] ?? '') : characterIn(set);
    return () => text;
  }
  try {
    return alternatives();
  } catch {
    return undefined;
  }
}

/** Returns a character that matches a character class or an escape. */
function characterIn(set: string): string {
  const expression = set.includes('\\p') || set.includes('\\P') ? new RegExp(`^${set}$`, 'u') : new RegExp(`^${set}$`);
  const preferred = PREFERRED.find((character) => expression.test(character));
  if (preferred !== undefined) return preferred;
  const codePoint = Array.from({ length: LAST_CODE_POINT }, (_, index) => index).find((code) =>
    expression.test(String.fromCodePoint(code)),
  );
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}
