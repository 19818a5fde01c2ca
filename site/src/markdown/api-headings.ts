// Gives each heading of the API pages an id with the names of its owners, such as `TokenError-toJSON-Returns`. The ids
// of members are those to which site/build/write-api.ts links.
import { defineHastPlugin } from 'satteri';
import { unusedId } from './unused-id.ts';

/** Folder of the pages that site/build/write-api.ts writes. */
const API = new URL('../content/docs/api/', import.meta.url).href;
/** Headings above members. They are not part of the names of the members. */
const GROUPS = ['Accessors', 'Constructors', 'Methods', 'Properties', 'Type-Declaration'];

/** Returns the name in a heading: `toJSON` for `toJSON()`, `ManagementError` for `abstract ManagementError`. */
const nameOf = (heading: string): string =>
  heading
    .replace(/^abstract /, '')
    .replace(/[(<?].*/, '')
    .trim()
    .replaceAll(/\s+/g, '-');

export const apiHeadings = () => {
  /** The names of the current heading and of the headings above it, by depth. */
  const names: string[] = [];
  const used = new Set<string>();
  return defineHastPlugin({
    name: 'api-headings',
    element: {
      filter: ['h2', 'h3', 'h4', 'h5', 'h6'],
      visit: (node, context) => {
        if (!context.fileURL?.href.startsWith(API)) return;
        const depth = Number(node.tagName.slice(1)) - 2;
        const owners = names.slice(0, depth).filter((name) => !GROUPS.includes(name));
        names.splice(depth, names.length, nameOf(context.textContent(node)));
        context.setProperty(node, 'id', unusedId([...owners, names[depth]].join('-'), used));
      },
    },
  });
};
