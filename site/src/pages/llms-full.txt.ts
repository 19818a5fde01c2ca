// The text of all pages in one file, for programs that read Markdown.
import type { APIRoute } from 'astro';
import { markdownTwin } from '../markdown-twin.ts';
import { readParts } from '../page-list.ts';

export const GET: APIRoute = async () => {
  const pages = (await readParts()).flatMap((part) => part.pages);
  return new Response(pages.map(markdownTwin).join('\n---\n\n'));
};
