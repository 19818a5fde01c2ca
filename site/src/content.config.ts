// Loads the pages: the Markdown files of the repository, and the pages that scripts write to src/content/docs.

import { defineCollection } from 'astro:content';
import { readFile } from 'node:fs/promises';
import { docsSchema } from '@astrojs/starlight/schema';
import { glob, type Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { PAGE_FILES, pageId } from './page-address.ts';

const FIRST_HEADING = /^# (.+)$/m;

/** Reads the title of a page from its first heading. */
async function readTitle(file: string): Promise<string> {
  const [, heading] = FIRST_HEADING.exec(await readFile(file, 'utf8')) ?? [];
  if (heading === undefined) throw new Error(`${file} must have a title: add a heading, such as "# Tokens".`);
  return heading.replaceAll('`', '');
}

/** The frontmatter of generated pages: their sources are not files of the repository. The pages of the API list only exports. */
function defaultsOf(id: string): Record<string, unknown> {
  if (/^reference(?:\/|$)/.test(id)) return { editUrl: false };
  return /^api(?:\/|$)/.test(id) ? { editUrl: false, tableOfContents: { maxHeadingLevel: 2 } } : {};
}

/** Pages without a title in their frontmatter get the text of their first heading as title. */
function loadPages(): Loader {
  const files = glob({
    base: '..',
    pattern: PAGE_FILES,
    // Every pattern of PAGE_FILES has an id.
    generateId: ({ entry }) => pageId(entry) ?? entry,
  });
  return {
    name: 'pages',
    load: (context) =>
      files.load({
        ...context,
        async parseData({ data, filePath = '', ...entry }) {
          const title = data['title'] ?? (await readTitle(filePath));
          return context.parseData({ ...entry, filePath, data: { ...defaultsOf(entry.id), title, ...data } });
        },
      }),
  };
}

/** Pages of operations name their operation and its group. */
const extend = z.object({ operation: z.string().optional(), group: z.string().optional() });

export const collections = { docs: defineCollection({ loader: loadPages(), schema: docsSchema({ extend }) }) };
