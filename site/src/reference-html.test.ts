import type { Element, ElementContent } from 'hast';
import { expect, test } from 'vitest';
import { changedNodes } from './reference-html.ts';

const el = (tagName: string, ...children: (ElementContent | string)[]): Element => ({
  ...{ type: 'element', tagName, properties: {} },
  children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
});

/** Writes elements without their attributes, apart from the class of the words about a field. */
const textOf = (node: ReturnType<typeof changedNodes>[number]): string => {
  if (node.type !== 'element') return 'value' in node ? node.value : '';
  const { tagName, properties, children } = node;
  return `<${tagName}${properties['className'] ? ' terms' : ''}>${children.map(textOf).join('')}</${tagName}>`;
};

test.each([
  [
    'folds the rows of a schema',
    [el('p', el('em', '1 field of ', el('code', 'User'))), el('ul', el('li', 'a'))],
    '<details><summary><em>1 field of <code>User</code></em></summary><ul><li>a</li></ul></details>',
  ],
  [
    'marks the words about a field',
    [el('ul', el('li', el('code', 'id'), ' ', el('em', 'string')))],
    '<ul><li><code>id</code> <span terms>string</span></li></ul>',
  ],
  [
    'keeps a list after a sentence like the line of rows',
    [el('p', '3 fields of User'), el('ul', el('li', 'a'))],
    '<p>3 fields of User</p><ul><li>a</li></ul>',
  ],
  [
    'keeps the emphasis at the end of an item of a description',
    [el('ul', el('li', 'search for ', el('em', 'name')))],
    '<ul><li>search for <em>name</em></li></ul>',
  ],
])('changedNodes() %s', (_what, nodes, html) => {
  expect(changedNodes(nodes, 'root').map(textOf).join('')).toBe(html);
});
