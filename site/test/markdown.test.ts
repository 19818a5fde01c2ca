import { expect, test } from 'vitest';
import { description, fenced, firstSentence, inline, plain, table } from '../reference/markdown.ts';

/** Texts of documents, and the Markdown of the reference. Without Markdown, the text is not changed. */
const CONVERSIONS: [title: string, text: string, markdown?: string][] = [
  ['keeps Markdown', 'Use *this* and `that`.\n\n- a\n- b'],
  ['escapes HTML elements that have no Markdown form', 'See <video src="x">.', 'See \\<video src="x">.'],
  ['does not change code spans', 'As `<{id}>` or ``a`{b}``.'],
  ['does not change fenced blocks', 'A\n\n```html\n<p>{a}</p>\n# b\n```\n\n{c}'],
  ['converts formatting in HTML', '<b>a</b> <i> b </i> <code>c{d}</code>', '**a** *b* `c{d}`'],
  [
    'converts links in HTML',
    "<a target='' href='https://example.com/a'>a <b>b</b></a>",
    '[a **b**](https://example.com/a)',
  ],
  ['converts HTML links whose text is code', '<a href="https://example.com/a">`a`</a>', '[`a`](https://example.com/a)'],
  ['converts lists in HTML', 'A: <ul><li>a</li><li>b</li></ul>B', 'A:\n\n- a\n- b\n\nB'],
  ['converts line breaks in HTML', 'a<br />b', 'a\\\nb'],
  ['removes the target of relative links', 'See [the guide](../guide.md) and [x](#x "title").', 'See the guide and x.'],
  ['removes the target of links to scripts', '[x](javascript:alert)', 'x'],
  ['keeps links to other sites', '[a](https://example.com/a_b) [m](mailto:a@example.com)'],
  [
    'removes reference definitions with a relative URL or a script',
    '[x][1] [y][2]\n\n[1]: ../guide.md "Guide"\n[2]: javascript:alert\n[3]: https://example.com',
    '[x][1] [y][2]\n\n[3]: https://example.com',
  ],
  ['keeps footnotes', '[^1] a\n\n[^1]: b'],
  ['escapes HTML between backticks in different paragraphs', 'a ` b\n\n<i\n\nc ` d', 'a \\` b\n\n\\<i\n\nc \\` d'],
  ['ends a fence without an end', 'A\n:::\n```js\nb\n\n~~~\n:::c', 'A\n\\:::\n\n```js\nb\n\n~~~\n:::c\n```'],
  [
    'escapes HTML between backticks that are not a fence',
    'A\n    ```\n<!--\n  ```',
    'A\n\\`\\`\\`\n\n\\<!--\n&#x20; \\`\\`\\`',
  ],
  ['escapes HTML in a list item after a backtick', 'a `\n- <p x> ` b', 'a \\`\n\n- \\<p x> \\` b'],
  ['converts images to links', '![logo](https://example.com/logo.svg)', '[logo](https://example.com/logo.svg)'],
  ['converts URLs in angle brackets', 'See <https://example.com>.', 'See [https://example.com](https://example.com).'],
  ['converts headings to bold text', '# One\ntwo\n\nThree\n---', '**One**\n\ntwo\n\n**Three**'],
  [
    'removes the indentation of prose, because indented lines would be code',
    '\n    One.\n\n    Two.\n',
    'One.\n\nTwo.',
  ],
];

test.for(CONVERSIONS)('description() %s', ([, text, markdown = text]) => {
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
