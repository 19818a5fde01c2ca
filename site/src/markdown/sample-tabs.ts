// Marks the samples of a call, so that a script can show them as tabs, and folds optional samples.
import type { Element } from 'hast';
import { defineHastPlugin, type HastVisitorContext } from 'satteri';
import { isInReference } from './safe-reference.ts';

/** Returns the element next to a node: the first after it, or the last before it. */
function neighbor(node: Readonly<Element>, context: HastVisitorContext, step: 1 | -1): Element | undefined {
  const siblings = context.parent(node)?.children ?? [];
  let index = (context.indexOf(node) ?? 0) + step;
  while (siblings[index]?.type === 'text') index += step;
  const found = siblings[index];
  return found?.type === 'element' ? found : undefined;
}

/** Whether an element is a paragraph that contains only an element of the given type. */
const isLabel = (node: Readonly<Element>, tagName: string): boolean => {
  const [only, ...others] = node.tagName === 'p' ? node.children : [];
  return only?.type === 'element' && only.tagName === tagName && others.length === 0;
};

/**
 * On the pages of the reference, marks each code block that has a bold label with the attribute `data-sample`, and puts
 * a code block that has an emphasized label in `<details>`, whose summary `detailsSummaries` adds.
 */
export const sampleTabs = () => {
  /** The last code block that has a bold label. */
  let last: Element | undefined;
  return defineHastPlugin({
    name: 'sample-tabs',
    element: {
      filter: ['p'],
      visit: (paragraph, context) => {
        if (!isInReference(context)) return;
        const isTab = isLabel(paragraph, 'strong');
        if (!isTab && !isLabel(paragraph, 'em')) return;
        const code = neighbor(paragraph, context, 1);
        if (code?.tagName !== 'pre') return;
        const label = context.textContent(paragraph);
        const wrapper = (tagName: string, properties: Element['properties']): Element => ({
          type: 'element',
          tagName,
          properties,
          children: [],
        });
        if (!isTab) {
          context.removeNode(paragraph);
          context.wrapNode(code, wrapper('details', { dataSummary: label }));
          return;
        }
        const isFirst = last === undefined || neighbor(paragraph, context, -1) !== last;
        last = code;
        context.setProperty(paragraph, 'className', ['sample-label']);
        context.wrapNode(code, wrapper('div', { dataSample: label, ...(isFirst && { dataFirst: '' }) }));
      },
    },
  });
};
