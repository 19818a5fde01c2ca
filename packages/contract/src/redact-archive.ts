/** The text that replaces every secret. */
export const REDACTED = '<redacted>';

/** Removes secrets, parts of them and JWTs from texts. */
export interface Redactor {
  /** Adds a secret. An empty secret is ignored. */
  add(secret: string): void;
  /** Replaces the secrets and the JWTs in a text. All other characters remain unchanged. */
  redact(text: string): string;
}

/** Minimum length of the parts of secrets that the redactor removes. Ordinary text does not contain such a part. */
const PART_LENGTH = 12;

/** Minimum length of the base64 forms that the redactor removes. A shorter text could be an ordinary word. */
const MIN_BASE64_LENGTH = 8;

/**
 * Matches the two to five segments of a JWT: without its signature, signed, or encrypted. Matches can overlap, because
 * other characters can precede the JWT.
 */
const JWT = /(?=(eyJ[\w-]*\.[\w-]*(?:\.[\w-]*(?:\.[\w-]+){0,2})?))/g;

/**
 * Matches one character, which can be percent-encoded or escaped in JSON, even several times. Only ASCII characters are
 * decoded, because tokens and client secrets contain only ASCII characters (RFC 6749, appendix A).
 */
const CHARACTER = /%(?:25)*([0-7][\da-f])|\\+u00([0-7][\da-f])|\\*([\s\S])/gi;

/** A decoded text, with the position of each character in the original text. Secrets are compared in this form. */
interface Decoded {
  readonly characters: string;
  /** The characters before the conversion to lower case. */
  readonly withCase: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Creates a redactor without any secrets. */
export function createRedactor(): Redactor {
  const parts = new Set<string>();
  const shortSecrets = new Set<string>();
  const known = new Set<string>();
  /** Cache of redacted texts by original text: the calls of a run send the same header fields and many equal bodies. */
  const results = new Map<string, string>();

  function replaceSecrets(text: string): string {
    const decoded = decode(text);
    const { characters, withCase } = decoded;
    const isSecret = new Uint8Array(characters.length);
    const mark = (start: number, { length }: string) => isSecret.fill(1, start, start + length);
    for (const [start, part] of partsOf(characters)) if (parts.has(part)) mark(start, part);
    for (const secret of shortSecrets) {
      for (let start = characters.indexOf(secret); start >= 0; start = characters.indexOf(secret, start + 1)) {
        mark(start, secret);
      }
    }
    for (const { 1: jwt = '', index } of withCase.matchAll(JWT)) if (isJwt(jwt)) mark(index, jwt);
    return replaceMarked(text, decoded, isSecret);
  }

  return {
    add: (secret) => {
      if (known.has(secret)) return;
      known.add(secret);
      results.clear();
      for (const form of [secret, ...base64Forms(secret)]) {
        const { characters } = decode(form);
        if (characters.length > 0 && characters.length < PART_LENGTH) shortSecrets.add(characters);
        for (const [, part] of partsOf(characters)) parts.add(part);
      }
    },
    redact: (text) => {
      const redacted = results.get(text) ?? replaceSecrets(text);
      results.set(text, redacted);
      return redacted;
    },
  };
}

/** Whether the first segment is a JWT header: a JSON object with `alg` (RFC 7515, section 4.1.1). */
function isJwt(text: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(text.split('.', 1).join(), 'base64url').toString());
    return Object.hasOwn(Object(header), 'alg');
  } catch {
    return false;
  }
}

function* partsOf(characters: string): Generator<[start: number, part: string]> {
  for (let start = 0; start + PART_LENGTH <= characters.length; start += 1) {
    yield [start, characters.slice(start, start + PART_LENGTH)];
  }
}

/**
 * Returns the base64 and base64url forms of a secret. The encoding depends on the number of bytes before the secret,
 * modulo 3, so the result contains the forms for all three cases.
 */
function base64Forms(secret: string): string[] {
  const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, encodeURIComponent(secret), inForm, inJson])]
    .flatMap((text) =>
      // Cut off the first and last characters, which also encode bytes before and after the secret.
      [0, 2, 3].flatMap((cut, before) => {
        const encoded = Buffer.from('\0'.repeat(before) + text).toString('base64url');
        return [encoded.slice(cut), encoded.slice(cut, -1)];
      }),
    )
    .flatMap((base64url) => [base64url, base64url.replaceAll('-', '+').replaceAll('_', '/')])
    .filter(({ length }) => length >= MIN_BASE64_LENGTH);
}

/** Decodes characters, reads `+` as a space, and converts letters to lower case, as `Headers` does with names. */
function decode(text: string): Decoded {
  let withCase = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: spelling, 1: percent, 2: unicode, 3: itself = '', index } of text.matchAll(CHARACTER)) {
    const code = percent ?? unicode;
    const character = code === undefined ? itself : String.fromCharCode(Number.parseInt(code, 16));
    // Skip backslashes: JSON, or JSON within JSON, can add any number of them.
    if (character === '\\') continue;
    withCase += character.replace('+', ' ');
    starts.push(index);
    ends.push(index + spelling.length);
  }
  // Convert only ASCII letters: other letters can have a different length in lower case.
  const characters = withCase.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return { characters, withCase, starts, ends };
}

/** Replaces all secrets in one pass. If two secrets overlap, replacing one first could leave a part of the other. */
function replaceMarked(text: string, { starts, ends }: Decoded, isSecret: Uint8Array): string {
  let redacted = '';
  let from = 0;
  for (const [position, start] of starts.entries()) {
    if (isSecret[position] !== 1) continue;
    if (isSecret[position - 1] !== 1) redacted += text.slice(from, start) + REDACTED;
    from = ends[position] ?? from;
  }
  return redacted + text.slice(from);
}
