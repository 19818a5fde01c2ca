import { expect, test } from 'vitest';
import { readYaml } from '../../test/support/read-yaml.ts';
import { description, fenced, firstSentence, inline, plain, table } from '../reference/markdown.ts';

interface Conversion {
  readonly title: string;
  readonly text: string;
  readonly markdown?: string;
}
const CONVERSIONS: Conversion[] = readYaml(import.meta.dirname, 'descriptions.yaml');

test.for(CONVERSIONS)('description() $title', ({ text, markdown = text }) => {
  expect(description(text)).toBe(markdown);
});

test.for([
  [
    'plain() escapes Markdown and HTML, but not underscores in words',
    plain(' a_b *c* _d_ [e]\n <f> {g} `h` & # ~i~ \\ '),
    'a_b \\*c\\* \\_d\\_ \\[e\\] \\<f\\> {g} \\`h\\` \\& # \\~i\\~ \\\\',
  ],
  ['plain() escapes the start of a numbered list', plain('1. One'), '1\\. One'],
  ['plain() escapes the start of a list', plain('- One'), '\\- One'],
  ['plain() escapes the start of a heading', plain('# One'), '\\# One'],
  ['plain() does not escape a number', plain('2.0'), '2.0'],
  ['fenced() uses more backticks than the text contains', fenced('sh', 'a\n````\nb\n'), '`````sh\na\n````\nb\n`````'],
  [
    'table() escapes pipes, and writes each cell on one line',
    table(['A', 'B'], [['a|b', 'c\nd']]),
    '| A | B |\n| --- | --- |\n| a\\|b | c d |',
  ],
  ['inline() writes a description on one line', inline('a\n{b}'), 'a {b}'],
  ['inline() writes a code block as a code span', inline('~~~\n<p>\n~~~'), '`<p>`'],
  ['firstSentence() omits formatting', firstSentence('Gets [a](b) `x.y` now. Then more.'), 'Gets a x.y now.'],
  ['firstSentence() omits headings and HTML', firstSentence('# Title\n<b>One</b> two'), 'One two'],
  ['firstSentence() returns an empty string without a description', firstSentence(undefined), ''],
] as const)('%s', ([, written, expected]) => {
  expect(written).toBe(expected);
});
