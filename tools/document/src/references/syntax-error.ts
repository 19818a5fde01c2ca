import type { YAMLException } from 'js-yaml';

const COLON = 'write a colon and a space after the key';
const QUOTES = 'put the text in quotes, because it contains ": " or starts with a special character';
/** Remedies for the reasons of js-yaml. */
const REMEDIES: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [/mapping key$/, COLON],
  [/^tab/, 'indent the line with spaces'],
  [/^bad indentation/, 'start the line in the same column as the other keys or items of its object or list'],
  [/^deficient|flow|quoted/, 'close the bracket or the quotes, or indent the line'],
  [/^/, 'correct this line or the line before it'],
];

/** Returns the place, the reason and a remedy of a syntax error, such as `12:5: duplicated mapping key; line 9 …`. */
export function syntaxErrorText(source: string, { reason, mark }: YAMLException): string {
  const { line = 0, column = 0, snippet } = mark ?? {};
  const lines = source.split('\n');
  const text = lines[line] ?? '';
  const isIndentation = /^bad indentation/.test(reason);
  const isInValue = text.slice(0, column).includes(':');
  // js-yaml reads a key without a colon, and a text of several lines, until the colon of the next key.
  if (/implicit key/.test(reason) || (isIndentation && !isInValue && text[column] === ':')) {
    const previous = lines.slice(0, line).findLastIndex((one) => one.trim() !== '');
    return `${previous + 1}:1: ${reason}; ${/:\s/.test(lines[previous] ?? '') ? QUOTES : COLON}`;
  }
  const other = isIndentation && isInValue ? QUOTES : REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  const remedy = /^duplicated/.test(reason) ? duplicateRemedy(lines, line, column) : other;
  return [`${line + 1}:${column + 1}: ${reason}; ${remedy}`, snippet ?? []].flat().join('\n\n');
}

function duplicateRemedy(lines: readonly string[], line: number, column: number): string {
  const keyOf = (text = '') => text.slice(column).split(':', 1)[0]?.replaceAll(/['"]/g, '');
  const before = lines.slice(0, line);
  const parent = before.findLastIndex((text) => /[^\s-]/.test(text.slice(0, column)) && !/^\s*#/.test(text));
  const first = before.findLastIndex((text, index) => index > parent && keyOf(text) === keyOf(lines[line]));
  return `${first < 0 ? '' : `line ${first + 1} has the same key; `}remove or rename one of the keys`;
}
