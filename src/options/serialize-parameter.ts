type StyleName = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
/**
 * The style of a parameter in OpenAPI. As in a URI template (RFC 6570), `+` means that reserved characters are not
 * percent-encoded (`allowReserved`), and `*` means `explode`.
 */
export type ParameterStyle = `${'+' | ''}${StyleName}${'*' | ''}`;

/** A value that a parameter can have, as its items or its fields. A scalar is its only item. */
export interface ParameterValue {
  readonly type: 'scalar' | 'list' | 'object';
  /** Pairs of a name and a value. The names of items are empty. */
  readonly parts: readonly (readonly [name: string, value: unknown])[];
}

/** Reads the parts of a value once, because a getter could return another value later. */
export function readParts(value: unknown): ParameterValue {
  if (Array.isArray(value)) return { type: 'list', parts: value.map((item) => ['', item]) };
  if (Object(value) === value) return { type: 'object', parts: Object.entries(value as object) };
  return { type: 'scalar', parts: [['', value]] };
}

/** Separators of the parts, with `explode` and without it (`DELIMITERS`). The default is a comma. */
const SEPARATORS: Readonly<Record<string, string>> = { label: '.', matrix: ';', form: '&', deepObject: '&' };
const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/** A parameter as a text. */
export interface ParameterText {
  /** Such as `ids=1,2` in a query, and `1,2` in a path or a header field. Empty if no part has a value. */
  readonly text: string;
  /** A separator that a part also contains: the receiver would split the text into other parts. */
  readonly conflict?: string;
}

/**
 * Writes a parameter. Parts without a value are omitted.
 *
 * Source: {@link https://spec.openapis.org/oas/v3.1.1.html#style-values | OpenAPI 3.1, 4.8.12.3}, and RFC 6570.
 */
export function serializeParameter(
  place: 'path' | 'query' | 'header',
  name: string,
  style: ParameterStyle,
  { type, parts }: ParameterValue,
): ParameterText {
  const encode = place === 'header' ? String : style.startsWith('+') ? encodeUnreserved : encodeURIComponent;
  const fields = parts
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => [encode(key), encode(String(value))] as const);
  if (fields.length === 0) return { text: '' };
  const kind = style.replace(/[+*]/g, '');
  const isExploded = style.endsWith('*') || kind === 'deepObject';
  const separator = SEPARATORS[kind] ?? ',';
  const delimiter = isExploded ? separator : (DELIMITERS[kind] ?? ',');
  // In an exploded field, the name ends at the first `=`, so only the value can contain `=`.
  const ambiguous = type === 'scalar' ? [] : [delimiter, ...(isExploded && type === 'object' ? ['='] : [])];
  const found = ambiguous.find((one) =>
    fields.some(([key, item]) => key.includes(one) || (one === delimiter && item.includes(one))),
  );
  const conflict = found === undefined ? {} : { conflict: decodeURIComponent(found) };
  const prefix = kind === 'label' || kind === 'matrix' ? separator : '';
  const isNamed = kind !== 'simple' && kind !== 'label';
  const encodedName = encodeURIComponent(name);
  const head = isNamed ? `${encodedName}=` : '';
  if (!isExploded) {
    const texts = type === 'object' ? fields.flat() : fields.map(([, text]) => text);
    return { text: prefix + head + texts.join(delimiter), ...conflict };
  }
  const keyOf = (key: string) => (kind === 'deepObject' ? `${encodedName}%5B${key}%5D=` : `${key}=`);
  const texts = fields.map(([key, text]) => (type === 'object' ? keyOf(key) : head) + text);
  return { text: prefix + texts.join(delimiter), ...conflict };
}

/**
 * Percent-encodes a text, except reserved characters and percent-encoded characters: RFC 6570 section 3.2.3. `#` is
 * encoded, because it would end the query.
 */
const encodeUnreserved = (text: string): string =>
  encodeURI(text)
    .replace(/%5B/g, '[')
    .replace(/%5D/g, ']')
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replaceAll('#', '%23');
