import { defineHastPlugin } from 'satteri';

/** Turns the attribute `data-summary` of `<details>` into a summary, which must be the first child. */
export const detailsSummaries = defineHastPlugin({
  name: 'details-summaries',
  element: {
    filter: ['details'],
    visit: (node, context) => {
      const { dataSummary } = node.properties;
      if (typeof dataSummary !== 'string') return;
      context.setProperty(node, 'dataSummary', null);
      const children = [{ type: 'text', value: dataSummary } as const];
      context.prependChild(node, { type: 'element', tagName: 'summary', properties: {}, children });
    },
  },
});
