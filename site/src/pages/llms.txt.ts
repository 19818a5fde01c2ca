// A list of all pages for programs that read Markdown: https://llmstxt.org.

import { getEntry } from 'astro:content';
import type { APIRoute } from 'astro';
import { twinAddress } from '../page-address.ts';
import { linkFrom, readParts } from '../page-list.ts';

export const GET: APIRoute = async ({ site }) => {
  const link = linkFrom(site);
  const home = await getEntry('docs', 'index');
  const parts = (await readParts()).map(({ title, pages }) => {
    const lines = pages.map(
      ({ id, data }) => `- ${link(data.title, twinAddress(id))}${data.description ? `: ${data.description}` : ''}`,
    );
    return [`## ${title}`, '', ...lines].join('\n');
  });
  return new Response(`# ${home?.data.title}\n\n> ${home?.data.description}\n\n${parts.join('\n\n')}\n`);
};
