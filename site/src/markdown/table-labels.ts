import type { Element } from 'hast';
import { defineHastPlugin } from 'satteri';

/** Returns the elements with a name in an element, such as the rows of a table. */
const elementsIn = ({ children }: Readonly<Element>, ...names: readonly string[]): Element[] =>
  children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return names.includes(child.tagName) ? [child] : elementsIn(child, ...names);
  });

/** Gives each cell of a table the head of its column, which the page shows if the cells are below each other. */
export const tableLabels = defineHastPlugin({
  name: 'table-labels',
  element: {
    filter: ['table'],
    visit: (table, context) => {
      const heads = elementsIn(table, 'th').map((head) => context.textContent(head));
      for (const row of elementsIn(table, 'tr')) {
        for (const [index, cell] of elementsIn(row, 'td').entries())
          context.setProperty(cell, 'dataLabel', heads[index] ?? '');
      }
    },
  },
});
