import { markdownToHtml } from 'satteri';
import { expect, test } from 'vitest';
import { referenceHtml } from './reference-html.ts';

const fileURL = new URL('./content/docs/reference/operations/page.md', import.meta.url);
const htmlOf = (markdown: string) => markdownToHtml(markdown, { hastPlugins: [referenceHtml], fileURL }).html;

test.each([
  [
    'folds the rows of a schema',
    '*1 field of `User`*\n\n- `id` *string*',
    '<details open><summary><em>1 field of <code>User</code></em></summary>',
  ],
  ['marks the words about a field', '- `id` *string*', '<span class="terms" data-pagefind-ignore="">string</span>'],
  ['keeps a list after a sentence like the line of rows', '3 fields of User\n\n- a', '<p>3 fields of User</p>\n<ul>'],
  ['keeps the emphasis at the end of an item of a description', '- search for *name*', 'search for <em>name</em>'],
])('referenceHtml %s', (_what, markdown, html) => {
  expect(htmlOf(markdown)).toContain(html);
});
