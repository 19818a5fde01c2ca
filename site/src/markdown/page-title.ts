import { defineMdastPlugin } from 'satteri';

/** Removes the first heading of a page, because Starlight shows the title of the page. */
export const pageTitle = defineMdastPlugin({
  name: 'page-title',
  heading: (node, context) => {
    if (node.depth === 1) context.removeNode(node);
  },
});
