// Keeps the HTML of the pages in files. Astro would store the HTML of all pages in one JavaScript module: to write and
// compile this module, the build of a document of 450 operations would need a quarter of its CPU time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The file of a page, in the cache of Astro. The working directory of Astro is the folder `site`. */
const fileOf = (id: string): string => resolve('.astro/html', `${id}.html`);

export function writePageHtml(id: string, html: string): void {
  mkdirSync(dirname(fileOf(id)), { recursive: true });
  writeFileSync(fileOf(id), html);
}

export const readPageHtml = (id: string): string => readFileSync(fileOf(id), 'utf8');
