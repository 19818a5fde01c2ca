import type { ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';

/** Excludes code blocks from the search, because a part of a line of code explains nothing in a list of results. */
export const codeOutsideSearch: ExpressiveCodePlugin = {
  name: 'code-outside-search',
  hooks: {
    postprocessRenderedBlock: ({ renderData }) => {
      renderData.blockAst.properties['dataPagefindIgnore'] = 'all';
    },
  },
};
