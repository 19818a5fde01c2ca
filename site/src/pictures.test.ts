import { expect, test } from 'vitest';
import { diagram } from './pictures.ts';

const TEXTS = '  accTitle: A call\n  accDescr {\n    A "call"\n    & a retry.\n  }\n';
const BLOCK = `flowchart LR\n${TEXTS}  A --> B`;
/** Draws the arrows after a name, and a legend. */
const render = (text: string) => {
  if (!text.startsWith('flowchart')) throw new Error('invalid');
  const edges = [...text.matchAll(/\w -->/g)].map(() => '<path marker-end="url(#arrow)"/>');
  const legend = text.includes('line [') ? '<text>Line 1</text>' : '';
  const style = "<style>@import url('https://example.com/font.css'); svg { color: red }</style>";
  return `<svg viewBox="0 0 20.5 10" style="--bg:#FFF">\n${style}\n  <marker id="arrow"/>${edges.join('')}${legend}</svg>`;
};

test('diagram() returns an SVG with texts, unique ids and names of the lines of a chart, and without its own styles', () => {
  expect(diagram(`${BLOCK}\n  line "<rate>" [1,2]`, 'p7', render)).toBe(
    `<div class="picture not-content" data-pagefind-ignore><svg viewBox="0 0 20.5 10" width="20.5" height="10" role="img" aria-labelledby="p7-title" aria-describedby="p7-text"><title id="p7-title">A call</title><desc id="p7-text">A &quot;call&quot; &amp; a retry.</desc><marker id="p7-arrow"/><path marker-end="url(#p7-arrow)"/><text>&lt;rate></text></svg></div>`,
  );
});

test.each([
  ['without a title', BLOCK.replace('accTitle', 'title'), '"accTitle: …"'],
  ['without a description', BLOCK.replace('accDescr', 'Descr'), '"accDescr { … }"'],
  ['with a line that the renderer ignores', `${BLOCK}\n  C - D`, 'the line "C - D"'],
  ['with an arrow that the renderer ignores', `${BLOCK} ---> D`, 'each arrow'],
  ['that the renderer cannot draw', BLOCK.replace('flowchart', 'graf'), 'invalid'],
])('diagram() throws for a block %s', (_case, block, message) => {
  expect(() => diagram(block, 'p7', render)).toThrow(message);
});
