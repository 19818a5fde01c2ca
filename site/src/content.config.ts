// Loads the pages: the Markdown files of the repository, and the pages that scripts write to src/content/docs.

import { defineCollection } from 'astro:content';
import { readFile } from 'node:fs/promises';
import { docsSchema } from '@astrojs/starlight/schema';
import { glob, type Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { isReference, PAGE_FILES, pageId } from './page-address.ts';

const FIRST_HEADING = /^# (.+)$/m;
/** The first sentence of the first paragraph after the title, without the label of a decision. A code block, a table or a list is not a paragraph. */
const FIRST_SENTENCE = /^# .+\n+(?:\*\*\w+\.\*\* |(?=[A-Z`]))((?:(?!\n\n)[\s\S])*?\.)(?=\s)/m;

/** Returns the text of Markdown without comments, the targets of links and backticks. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ');

/** Reads the title and the description of a page that has no frontmatter. */
async function readHead(file: string): Promise<{ title?: string; description?: string }> {
  const text = await readFile(file, 'utf8');
  const [[, title] = [], [, description] = []] = [FIRST_HEADING.exec(text) ?? [], FIRST_SENTENCE.exec(text) ?? []];
  return { ...(title && { title: plainText(title) }), ...(description && { description: plainText(description) }) };
}

/** Returns the frontmatter of a generated page: no edit link; on an API page, a table of contents with exports only. */
function defaultsOf(id: string): Record<string, unknown> {
  const [api, path] = /^api(?:\/[^/]+(?:\/(.+))?)?$/.exec(id) ?? [];
  if (api === undefined) return isReference(id) ? { editUrl: false } : {};
  // The label of a second entry point, such as `…/bulk`, does not repeat the name of its package.
  const label = id === 'api' ? 'All entry points' : path && `…/${path}`;
  return { editUrl: false, tableOfContents: { maxHeadingLevel: 3 }, ...(label && { sidebar: { label } }) };
}

function loadPages(): Loader {
  const files = glob({
    base: '..',
    pattern: PAGE_FILES,
    // Each file that PAGE_FILES matches has an id.
    generateId: ({ entry }) => pageId(entry) ?? entry,
  });
  return {
    name: 'pages',
    load: (context) =>
      files.load({
        ...context,
        async parseData({ data, filePath = '', ...entry }) {
          const head = 'title' in data ? {} : await readHead(filePath);
          return context.parseData({ ...entry, filePath, data: { ...defaultsOf(entry.id), ...head, ...data } });
        },
        // Without a logger that throws, the build succeeds even if a page cannot be rendered, and that page is empty.
        logger: context.watcher ? context.logger : failOnError(context.logger),
      }),
  };
}

type Logger = Parameters<Loader['load']>[0]['logger'];

/** Returns a logger whose method `error` throws. */
const failOnError = (logger: Logger): Logger =>
  Object.assign(Object.create(logger), {
    error(message: string) {
      throw new Error(message);
    },
  });

/** Pages of operations name their operation, its group, and its call. The list of operations has their number. */
const extend = z.object({
  operation: z.string().optional(),
  group: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  operations: z.number().optional(),
});

export const collections = { docs: defineCollection({ loader: loadPages(), schema: docsSchema({ extend }) }) };
