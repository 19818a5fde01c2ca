/**
 * A part of a regular expression: generates a text. `more` is the number of additional repetitions, beyond the minimum
 * of the pattern; `branch` is the index of the alternative.
 */
type PatternPart = (more: number, branch: number) => string;

/** A regular expression that is being parsed. */
interface PatternReader {
  /** The text that has not been parsed yet. */
  rest: string;
}

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

/** Returns `undefined` if the regular expression is not valid. */
function parsePattern(pattern: string): PatternPart | undefined {
  try {
    return readAlternatives({ rest: pattern });
  } catch {
    return undefined;
  }
}

/** Returns the match at the start of the rest, and removes it from the rest. */
function take(reader: PatternReader, syntax: RegExp): RegExpExecArray | undefined {
  const match = syntax.exec(reader.rest) ?? undefined;
  reader.rest = reader.rest.slice(match?.[0].length ?? 0);
  return match;
}

function readAlternatives(reader: PatternReader): PatternPart {
  const parts = [readSequence(reader)];
  while (take(reader, /^\|/)) parts.push(readSequence(reader));
  return (more, branch) => parts[branch % parts.length]?.(more, branch) ?? '';
}

function readSequence(reader: PatternReader): PatternPart {
  const parts: PatternPart[] = [];
  while (reader.rest !== '' && !/^[|)]/.test(reader.rest)) parts.push(readQuantifier(reader, readAtom(reader)));
  return (more, branch) => parts.map((part) => part(more, branch)).join('');
}

function readQuantifier(reader: PatternReader, part: PatternPart): PatternPart {
  const quantifier = take(reader, /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/);
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

function readAtom(reader: PatternReader): PatternPart {
  const lookaround = take(reader, /^\(\?<?[=!]/);
  if (lookaround !== undefined || take(reader, /^\((?:\?:|\?<\w+>)?/) !== undefined) {
    const group = readAlternatives(reader);
    take(reader, /^\)/);
    return lookaround === undefined ? group : () => '';
  }
  if (take(reader, /^(?:\^|\$|\\b|\\B)/) !== undefined) return () => '';
  const set = take(reader, /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{?[0-9a-fA-F]+\}?|\\x..|\\c.|\\.|\.)/s)?.[0];
  const text = set === undefined ? (take(reader, /^./su)?.[0] ?? '') : characterIn(set);
  return () => text;
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
