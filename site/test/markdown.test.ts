import { describe, expect, test } from 'vitest';
import { description, fenced, firstSentence, inline, item, plain, table } from '../reference/markdown.ts';

describe('description()', () => {
  test.for([
    ['keeps Markdown', 'Use *this* and `that`.\n\n- a\n- b', 'Use *this* and `that`.\n\n- a\n- b'],
    ['escapes HTML elements that have no Markdown form', 'See <video src="x">.', 'See &lt;video src="x">.'],
    ['does not escape an escaped character again', 'A \\<.', 'A &lt;.'],
    ['does not change code spans', 'As `<{id}>` or ``a`{b}``.', 'As `<{id}>` or ``a`{b}``.'],
    [
      'does not change fenced blocks',
      'A\n\n```html\n<p>{a}</p>\n# b\n```\n{c}',
      'A\n\n```html\n<p>{a}</p>\n# b\n```\n{c}',
    ],
    ['converts formatting in HTML', '<b>a</b> <i> b </i> <code>c{d}</code>', '**a** *b* `c{d}`'],
    [
      'converts links in HTML',
      "<a target='' href='https://example.com/a'>a <b>b</b></a>",
      '[a **b**](https://example.com/a)',
    ],
    [
      'converts HTML links whose text is code',
      '<a href="https://example.com/a">`a`</a>',
      '[`a`](https://example.com/a)',
    ],
    ['converts lists in HTML', 'A: <ul><li>a</li><li>b</li></ul>B', 'A:\n\n- a\n- b\n\nB'],
    ['converts line breaks in HTML', 'a<br />b', 'a  \nb'],
    [
      'removes the target of relative links',
      'See [the guide](../guide.md) and [x](#x "title").',
      'See the guide and x.',
    ],
    ['removes the target of links to scripts', '[x](javascript:alert)', 'x'],
    [
      'keeps links to other sites',
      '[a](https://example.com/a_b) [m](mailto:a@example.com)',
      '[a](https://example.com/a_b) [m](mailto:a@example.com)',
    ],
    [
      'removes reference definitions with a relative URL or a script',
      '[x][1] [y][2]\n\n[1]: ../guide.md "Guide"\n[2]: javascript:alert\n[3]: https://example.com',
      '[x][1] [y][2]\n\n[3]: https://example.com',
    ],
    ['keeps footnotes and text in brackets', '[^1] a\n\n[^1]: b\n\n[Note]: c d', '[^1] a\n\n[^1]: b\n\n[Note]: c d'],
    ['escapes HTML between backticks in different paragraphs', 'a ` b\n\n<i\n\nc ` d', 'a \\` b\n\n&lt;i\n\nc \\` d'],
    ['escapes HTML after an escaped backtick', 'a \\`<i x` b', 'a \\`&lt;i x\\` b'],
    ['ends a fence without an end', 'A\n:::\n```js\nb\n\n~~~\n:::c', 'A\n\\:::\n```js\nb\n\n~~~\n:::c\n```'],
    ['escapes a line that is not a start', '``` a`b\nc\n```', '\\`\\`\\` a\\`b\nc\n```\n```'],
    ['indents the end of a fence in a list', '- a\n  ~~~\n b\n~~~', '- a\n  ~~~\n  b\n  ~~~'],
    ['ends a fence only on a separate line', '```\na ```', '```\na ```\n```'],
    ['removes the indentation of a fence', 'A\n    ```\n<!--\n  ```', 'A\n```\n<!--\n```'],
    ['separates a fence from a paragraph', 'A\n2. ```\n   <p>\n   ```', 'A\n\n2. ```\n   <p>\n   ```'],
    ['replaces tabs in a list', '-\ta\n\n\t```\n\tb\n\t```', '-\ta\n\n    ```\n    b\n    ```'],
    ['escapes HTML in a list item after a backtick', 'a `\n- <p x> ` b', 'a \\`\n- &lt;p x> \\` b'],
    ['does not change a fence after a list marker', '1. ```sh\n   <p>\n   ```\n2. b', '1. ```sh\n   <p>\n   ```\n2. b'],
    ['does not change an empty line in a quotation', '> ```\n> a\n>\n> <p>\n> ```', '> ```\n> a\n>\n> <p>\n> ```'],
    ['does not change backticks after tildes', '~~~ a`b\n<c>\n~~~', '~~~ a`b\n<c>\n~~~'],
    ['escapes a comment in a code span', 'a `\n<!--\n` b', 'a \\`\n&lt;!--\n\\` b'],
    ['keeps a fence in a list', '- a\n\n  ```html\n  <p>\n\n  b\n  ```', '- a\n\n  ```html\n  <p>\n\n  b\n  ```'],
    ['keeps a fence in a quotation', '> ```html\n> <p>\n> ```', '> ```html\n> <p>\n> ```'],
    ['converts images to links', '![logo](https://example.com/logo.svg)', '[logo](https://example.com/logo.svg)'],
    ['converts URLs in angle brackets', 'See <https://example.com>.', 'See https://example.com.'],
    ['converts headings to bold text', '# One\ntwo\n\n### Three ##', '**One**\n\ntwo\n\n**Three**'],
    ['does not create headings from lines of hyphens', 'One\n---\ntwo', 'One\n\n---\ntwo'],
    [
      'removes the indentation of prose, because indented lines would be code',
      '\n    One.\n\n    Two.\n',
      'One.\n\nTwo.',
    ],
    ['keeps the indentation in lists', '- a\n\n    b', '- a\n\n    b'],
  ] as const)('%s', ([, text, markdown]) => {
    expect(description(text)).toBe(markdown);
  });
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
