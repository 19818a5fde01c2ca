import type { ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';

/**
 * Excludes code blocks from the search, because a part of a line of code explains nothing in a list of results. In the
 * reference, blocks with types are the only place that names the fields of a response.
 */
export const codeOutsideSearch: ExpressiveCodePlugin = {
  name: 'code-outside-search',
  hooks: {
    postprocessRenderedBlock: ({ codeBlock, renderData }) => {
      if (codeBlock.parentDocument?.sourceFilePath?.includes('/content/docs/reference/')) return;
      renderData.blockAst.properties['dataPagefindIgnore'] = 'all';
    },
  },
};
