import { expect, test } from 'vitest';
import { readYaml } from '../../test/support/read-yaml.ts';
import { description, fenced, firstSentence, inline, item, plain, table } from '../reference/markdown.ts';

interface Conversion {
  readonly title: string;
  readonly text: string;
  readonly markdown?: string;
}
const CONVERSIONS: Conversion[] = readYaml(import.meta.dirname, 'descriptions.yaml');

test.for(CONVERSIONS)('description() $title', ({ text, markdown = text }) => {
  expect(description(text)).toBe(markdown);
});

test('plain() escapes Markdown and HTML, but not underscores in words', () => {
  expect(plain(' a_b *c* _d_ [e]\n <f> {g} `h` & # ~i~ \\ ')).toBe(
    'a_b \\*c\\* \\_d\\_ \\[e\\] \\<f\\> {g} \\`h\\` \\& # \\~i\\~ \\\\',
  );
});

test('plain() escapes the start of a list or a heading', () => {
  expect([plain('1. One'), plain('- One'), plain('# One'), plain('2.0')]).toEqual([
    '1\\. One',
    '\\- One',
    '\\# One',
    '2.0',
  ]);
});

test('fenced() uses more backticks than the text contains', () => {
  expect(fenced('sh', 'a\n````\nb\n')).toBe('`````sh\na\n````\nb\n`````');
});

test('table() escapes pipes, and writes each cell on one line', () => {
  expect(table(['A', 'B'], [['a|b', 'c\nd']])).toBe('| A | B |\n| --- | --- |\n| a\\|b | c d |');
});

test('item() indents all lines except empty lines', () => {
  expect(item('a\nb\n\nc')).toBe('- a\n  b\n\n  c');
});

test('inline() writes a description on one line', () => {
  expect(inline('a\n{b}')).toBe('a {b}');
  expect(inline('~~~\n<p>\n~~~')).toBe('`<p>`');
});

test.for([
  ['returns the first sentence without formatting', 'Gets [a](b) `x.y` now. Then more.', 'Gets a x.y now.'],
  ['omits headings and HTML', '# Title\n<b>One</b> two', 'One two'],
  ['returns an empty string without a description', undefined, ''],
] as const)('firstSentence() %s', ([, text, sentence]) => {
  expect(firstSentence(text)).toBe(sentence);
});
