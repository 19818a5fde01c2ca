import { description, inline, item } from '../markdown.ts';

/** Matches a description that cannot be on one line: it has paragraphs, a list, a table, a quotation or code. */
const SEVERAL_BLOCKS = /\n\s*\n|^\s*([-*+>|]|\d+[.)])\s|```|~~~/m;

/** The parts of a list item about a field, a parameter or a header field. */
export interface DescribedItem {
  /** The first line, as Markdown. */
  readonly head: string;
  readonly description?: string | undefined;
  readonly notShown?: readonly string[] | undefined;
  /** A nested list, as Markdown. */
  readonly inner?: string;
}

/** Writes a list item: its first line, its description, what the API does not document, and a nested list. */
export function describedItem({ head, description: text = '', notShown = [], inner = '' }: DescribedItem): string {
  const full = description(text);
  const gaps = notShown.length === 0 ? [] : [`Not documented by the API: ${notShown.map(inline).join('; ')}.`];
  // Without the line "Fields of this value", the nested list would continue a list at the end of the description.
  const nested = inner === '' ? [] : [`Fields of this value:\n\n${inner}`];
  if (SEVERAL_BLOCKS.test(full)) return item([head, full, ...gaps, ...nested].join('\n\n'));
  const lines = [head, inline(text), ...gaps].filter((line) => line !== '').join('  \n');
  return item(inner === '' ? lines : `${lines}\n${inner}`);
}
