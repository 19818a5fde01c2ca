// Changes the HTML of the pages of the reference, which are Markdown without HTML.
import type { Element, ElementContent, RootContent } from 'hast';
import { methodColor } from '../reference/method-color.ts';
import { schemaId } from '../reference/schema-id.ts';

type Content = RootContent | ElementContent;

/** The line before the rows of the fields or the alternatives of a schema: see `reference/operation/schema-rows.ts`. */
const ROWS_LINE = /^\d+ (?:field|alternative)s?(?: of (.+))?$/;
/** The label of a row without the name of a field. */
const TEXT_LABEL = /^(?:Alternative \d+|any other field) $/;
/** The method and the path of an operation. */
const CALL = /^([A-Z]+) (\/.*)$/;
/** Places at which a name of several words, such as a scope or a path, can break. */
const BREAKS = /(?<=[\w}][/:_.-])(?=[\w{])/;

const element = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  ...{ type: 'element', tagName, properties, children },
});
const text = (value: string) => ({ type: 'text', value }) as const;
const textOf = (node: Content): string =>
  'children' in node ? node.children.map(textOf).join('') : node.type === 'text' ? node.value : '';

/**
 * Folds rows into an element that the reader opens, keeps the words about a field out of the excerpts of the search,
 * shows methods as badges, and lets long names break only between their words.
 *
 * @param parent Name of the element that contains the nodes.
 */
export function changedNodes<Node extends Content>(nodes: readonly Node[], parent: string): (Node | ElementContent)[] {
  const result: (Node | ElementContent)[] = [];
  for (const node of nodes) {
    const place = result.findLastIndex(({ type }) => type === 'element');
    const line = result[place];
    if (node.type !== 'element') result.push(node);
    else if (node.tagName === 'ul' && line?.type === 'element' && isRowsLine(line))
      result.splice(place, result.length, folded(line, node, parent !== 'li'));
    else result.push(...changedElement(node, parent));
  }
  return result;
}

/** Whether a paragraph is the line before rows, and not a sentence of a description. */
const isRowsLine = ({ tagName, children: [only, ...others] }: Element): boolean =>
  tagName === 'p' &&
  only?.type === 'element' &&
  only.tagName === 'em' &&
  others.length === 0 &&
  ROWS_LINE.test(textOf(only));

/** Whether the content of a paragraph or a list item is a label and the words about a field. */
const isRow = ([label, ...others]: readonly Content[]): boolean =>
  others.length < 3 &&
  (label?.type === 'text' ? TEXT_LABEL.test(label.value) : label?.type === 'element' && label.tagName === 'code');

/** Returns rows that are open only if no row contains them. A link to the id in the rows opens them. */
function folded(line: Element, list: Element, open: boolean): Element {
  const [, schema] = ROWS_LINE.exec(textOf(line)) ?? [];
  const properties = schema === undefined ? {} : { id: schemaId(schema) };
  const rows = element('ul', properties, changedNodes(list.children, 'ul'));
  return element('details', { open }, [element('summary', {}, line.children), rows]);
}

function changedElement(node: Element, parent: string): ElementContent[] {
  if (node.tagName === 'pre') return [node];
  if (node.tagName === 'code') return codeElements(node);
  const children = changedNodes(node.children, node.tagName);
  const last = children.at(-1);
  // The words about a field are the last element of the first line of a row.
  if (
    (node.tagName === 'li' || parent === 'li') &&
    isRow(node.children) &&
    last?.type === 'element' &&
    last.tagName === 'em'
  )
    children[children.length - 1] = element('span', { className: ['terms'], dataPagefindIgnore: '' }, last.children);
  return [{ ...node, children }];
}

/** Returns the badge of a method, and a code span that can break between words. */
function codeElements(node: Element): ElementContent[] {
  const [, method, path = textOf(node)] = CALL.exec(textOf(node)) ?? [];
  const [first = '', ...others] = path.split(BREAKS);
  const code = { ...node, children: [text(first), ...others.flatMap((part) => [element('wbr', {}, []), text(part)])] };
  if (method === undefined) return [code];
  const style = `--method-bg: var(--sl-badge-${methodColor(method)}-bg)`;
  return [element('span', { className: ['method'], style }, [text(method)]), text(' '), code];
}
