/** Texts of fewer characters also occur by accident, within other words. */
const SHORTEST_UNIQUE = 8;
/** Secrets of fewer characters are not searched in Base64: other words could contain them by accident. */
const SHORTEST_IN_BASE64 = 6;
/** Number of characters of a server's text that are used: more than a message shows, and fast for a long text. */
const USED = 4_000;
/** Longest form of one character in two encodings: each can make six characters of one, such as `&#x2B;`. */
const LONGEST_FORM = 36;
/** Number of characters after the used ones that are searched for the end of a secret. More would take too long. */
const SEARCHED = 12_000;

/**
 * Stands for a character that is not known: a named escape such as `&quot;` or `\n`, a byte that is not UTF-8, or a plus
 * sign, which is a space in a form. It matches each character of a secret.
 */
const UNKNOWN = '\ufffd';

/** A part of the original text. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text, decoded or not, and the place of each of its UTF-16 code units in the original text. */
interface View {
  readonly text: string;
  readonly places: readonly TextRange[];
}

/** The parts of a text that an encoding can have written, and the function that decodes one part. */
type Decoder = readonly [encoded: RegExp, decode: (encoded: string) => string];

const fromBytes = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));
const fromCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN);
const fromHex = (digits: string): number => Number(`0x${digits}`);

/** The named escapes of characters that other encodings write. Another named escape counts as an unknown character. */
const NAMES: Record<string, string> = { '&amp;': '&', '&percnt;': '%', '&bsol;': '\\', '&plus;': '+', '&sol;': '/' };

/** The encodings in which a server can echo a value, without Base64. */
const DECODERS: readonly Decoder[] = [
  // A URL or a form: no UTF-8 text has the byte FF.
  [/(?:\+|%[\da-f]{2})+/gi, (encoded) => fromBytes(encoded.replaceAll('+', '%FF').slice(1).split('%').map(fromHex))],
  // HTML: `&#43;`, `&#x2B;` or `&plus;`. `Number` reads `043` and `0x2B`, but no name.
  [/&#?\w+;/g, (encoded) => NAMES[encoded] ?? fromCode(Number(`0${encoded.slice(2, -1)}`))],
  // JSON or JavaScript: `\u002B`, `\x2B`, `\n` or `\"`.
  [
    /\\(?:u[\da-f]{4}|x[\da-f]{2}|.)/gi,
    (encoded) => (/\w/.test(encoded) ? fromCode(fromHex(encoded.slice(2))) : encoded.slice(1)),
  ],
];

/** Decodes Base64 and base64url with at least a number of bytes. Up to three characters before it can look like Base64. */
const base64Decoder = (bytes: number, before: number): Decoder => [
  // With the length in the expression, it would take quadratic time.
  /[\w+/-]+=*/g,
  (encoded) => {
    if (encoded.length < (bytes * 8) / 6) return encoded;
    const digits = encoded.slice(before).replace(/=/g, '').replaceAll('-', '+').replaceAll('_', '/');
    // The last digit can be a character after the Base64.
    const decoded = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
    // Another word decodes to any bytes, which must not match.
    return fromBytes(Array.from(decoded, (byte) => byte.charCodeAt(0))).replaceAll(UNKNOWN, '\0');
  },
];

/** Returns the part of the original text from the first to the last of some places. */
const join = (places: readonly TextRange[]): TextRange => places.reduce(({ start }, { end }) => ({ start, end }));

/** Returns a text without one encoding; an empty array if the encoding does not occur in the text. */
function decode({ text, places }: View, [encoded, decodePart]: Decoder): View[] {
  const decodedPlaces: TextRange[][] = [];
  let end = 0;
  const decoded = text.replace(encoded, (part, index: number) => {
    const characters = decodePart(part);
    if (characters === part) return part;
    decodedPlaces.push(places.slice(end, index));
    end = index + part.length;
    decodedPlaces.push(Array(characters.length).fill(join(places.slice(index, end))));
    return characters;
  });
  return end === 0 ? [] : [{ text: decoded, places: [...decodedPlaces, places.slice(end)].flat() }];
}

/** Returns a text unchanged, without each encoding, and without each two encodings. */
function viewsOf(text: string, secretLength: number): View[] {
  const before = secretLength < SHORTEST_IN_BASE64 ? [] : [0, 1, 2, 3];
  const decoders = [...DECODERS, ...before.map((count) => base64Decoder(secretLength, count))];
  const decodeOnce = (view: View) => decoders.flatMap((decoder) => decode(view, decoder));
  const original = { text, places: Array.from(text.split(''), (_, start) => ({ start, end: start + 1 })) };
  const once = decodeOnce(original);
  return [original, ...once, ...once.flatMap(decodeOnce)];
}

/** Whether a text has a secret at an index. A secret of less than 8 characters must be a whole word. */
function hasSecretAt(text: string, index: number, secret: string): boolean {
  let known = 0;
  for (let nth = 0; nth < secret.length; nth += 1) {
    const character = text[index + nth];
    if (character === secret[nth]) known += 1;
    else if (character !== UNKNOWN) return false;
  }
  const end = index + secret.length;
  const neighbours = text.slice(index - 1, index) + text.slice(end, end + 1);
  return known > 0 && (secret.length >= SHORTEST_UNIQUE || !/[\p{L}\p{N}_]/u.test(neighbours));
}

/**
 * Replaces each secret in the first 4,000 characters of a text, and drops the other characters. The function finds a
 * secret in up to two encodings: those of URLs, forms, HTML, JSON and Base64. A secret of less than 8 characters is
 * replaced only as a whole word, because it would damage the other words: a secret `a` occurs in most of them.
 *
 * @param secrets The secrets, not encoded; empty strings are ignored.
 */
export function redact(text: string, secrets: readonly string[], replacement: string): string {
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  const scanned = text.slice(0, USED + Math.max(longest, Math.min(longest * LONGEST_FORM, SEARCHED)));
  const isHidden: boolean[] = Array(scanned.length).fill(false);
  for (const secret of secrets.filter(Boolean)) {
    for (const { text: decoded, places } of viewsOf(scanned, secret.length)) {
      // Decoding makes no text longer, so a secret that starts later is not in the used part.
      const last = Math.min(USED, decoded.length - secret.length);
      for (let index = 0; index <= last; index += 1) {
        if (!hasSecretAt(decoded, index, secret)) continue;
        const { start, end } = join(places.slice(index, index + secret.length));
        isHidden.fill(true, start, end);
      }
    }
  }
  const show = (character: string, index: number) =>
    isHidden[index] ? (isHidden[index - 1] ? '' : replacement) : character;
  return scanned.slice(0, USED).replace(/./gs, show);
}
