// A list of all pages for programs that read Markdown: https://llmstxt.org.

import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { siteBase, twinAddress } from '../page-address.ts';

/** Titles of the parts, by the first segment of the ids of their pages. */
const PARTS: Readonly<Record<string, string>> = {
  guides: 'Guides',
  reference: 'Reference of the operations',
  api: 'API of the packages',
};

export const GET: APIRoute = async ({ site }) => {
  const pages = (await getCollection('docs')).toSorted((first, second) => first.id.localeCompare(second.id));
  const home = pages.find(({ id }) => id === 'index');
  const root = new URL(siteBase(import.meta.env.BASE_URL), site ?? 'http://localhost');
  /** Returns the URL of a page if the origin of the site is known, else its path. */
  const addressOf = (id: string) => {
    const { href, pathname } = new URL(twinAddress(id), root);
    return site ? href : pathname;
  };
  const parts = Map.groupBy(
    pages.filter((page) => page !== home),
    ({ id }) => PARTS[id.replace(/\/.*/, '')] ?? 'Other pages',
  );
  const texts = [...Object.values(PARTS), 'Other pages'].map((title) => {
    const lines = (parts.get(title) ?? []).map(
      ({ id, data }) => `- [${data.title}](${addressOf(id)})${data.description ? `: ${data.description}` : ''}`,
    );
    return [`## ${title}`, '', ...lines].join('\n');
  });
  return new Response(`# ${home?.data.title}\n\n> ${home?.data.description}\n\n${texts.join('\n\n')}\n`);
};
