// A list of all pages for programs that read Markdown: https://llmstxt.org.

import { getEntry } from 'astro:content';
import type { APIRoute } from 'astro';
import { siteBase, twinAddress } from '../page-address.ts';
import { readParts } from '../page-list.ts';

export const GET: APIRoute = async ({ site }) => {
  const root = new URL(siteBase(import.meta.env.BASE_URL), site ?? 'http://localhost');
  const home = await getEntry('docs', 'index');
  const parts = (await readParts()).map(({ title, pages }) => {
    const lines = pages.map(({ id, data }) => {
      const address = new URL(twinAddress(id), root);
      return `- [${data.title}](${site ? address.href : address.pathname})${data.description ? `: ${data.description}` : ''}`;
    });
    return [`## ${title}`, '', ...lines].join('\n');
  });
  return new Response(`# ${home?.data.title}\n\n> ${home?.data.description}\n\n${parts.join('\n\n')}\n`);
};
