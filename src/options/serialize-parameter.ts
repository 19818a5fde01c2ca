type StyleName = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
/**
 * The style of a parameter in OpenAPI. As in a URI template (RFC 6570), `+` means that reserved characters are not
 * percent-encoded (`allowReserved`), and `*` means `explode`.
 */
export type ParameterStyle = `${'+' | ''}${StyleName}${'*' | ''}`;

/** Texts before each part of an exploded parameter, and between the parts of others. The default is a comma. */
const SEPARATORS: Readonly<Record<string, string>> = { label: '.', matrix: ';', form: '&', deepObject: '&' };
const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
/** Whether a style writes the name of the parameter before a value. */
const isNamed = (kind: string): boolean => kind !== 'simple' && kind !== 'label';

/**
 * Writes a parameter whose value is a scalar, a list of scalars, or an object with scalars. Items and fields without a
 * value are omitted. Returns an empty text if nothing is left.
 *
 * Source: {@link https://spec.openapis.org/oas/v3.1.1.html#style-values | OpenAPI 3.1, 4.8.12.3}, and RFC 6570.
 *
 * @returns Such as `ids=1,2` in a query, and `1,2` in a path or a header field.
 */
export function serializeParameter(
  place: 'path' | 'query' | 'header',
  name: string,
  style: ParameterStyle,
  value: unknown,
): string {
  const encode = place === 'header' ? String : style.startsWith('+') ? encodeUnreserved : encodeURIComponent;
  const kind = style.replace(/[+*]/g, '');
  const isList = Array.isArray(value);
  const isObject = !isList && Object(value) === value;
  const fields = Object.entries(isList || isObject ? Object(value) : { '': value })
    .filter(([, item]) => item !== undefined && item !== null)
    .map(([key, item]) => [encode(key), encode(String(item))] as const);
  if (fields.length === 0) return '';
  const separator = SEPARATORS[kind] ?? ',';
  const prefix = kind === 'label' || kind === 'matrix' ? separator : '';
  if (isObject && (kind === 'deepObject' || style.endsWith('*')))
    return (
      prefix + fields.map(([key, item]) => `${kind === 'deepObject' ? `${name}[${key}]` : key}=${item}`).join(separator)
    );
  const head = isNamed(kind) ? `${name}=` : '';
  if (style.endsWith('*')) return prefix + fields.map(([, item]) => head + item).join(separator);
  const parts = isObject ? fields.flat() : fields.map(([, item]) => item);
  return prefix + head + parts.join(DELIMITERS[kind] ?? ',');
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
