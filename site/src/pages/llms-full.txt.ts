// The text of the pages in one file, for programs that read Markdown. The operations of each group and the schemas are
// in their own files, because a large document has thousands of such pages.
import type { APIRoute } from 'astro';
import { markdownTwin } from '../markdown-twin.ts';
import { linkFrom, readFiles } from '../page-list.ts';

export const GET: APIRoute = async ({ site }) => {
  const link = linkFrom(site);
  const { files, rest } = await readFiles();
  const list = files.map(({ title, name }) => `- ${link(title, `llms-full/${name}.txt`)}`);
  const contents = `# Pages in other files\n\n${list.join('\n')}\n`;
  return new Response([contents, ...rest.map(markdownTwin)].join('\n---\n\n'));
};
