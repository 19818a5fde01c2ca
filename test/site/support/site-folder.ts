// The built site: its folder, its pages and the kinds of pages.
import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Folder into which `npm run site` writes the site. */
export const siteFolder = join(import.meta.dirname, '../../../reports/site');

/** Paths of the HTML files of the site. */
const files = globSync('**/*.html', { cwd: siteFolder })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();
if (files.length === 0) throw new Error('The site must be built before its tests: run `npm run site`.');

/** Path of the file of a page. */
export const fileOf = (address: string): string => address.slice(1).replace(/(^|\/)$/, '$1index.html');

const addressOf = (file: string): string => `/${file.replace(/index\.html$/, '')}`;

/** Addresses of all pages, such as `/guides/tokens/`. */
export const pages = files.map(addressOf);

/** Address of the first page below an address. */
const firstBelow = (address: string): string =>
  pages.find((page) => page.startsWith(address) && page !== address) ?? `a page below ${address}`;

/** Addresses of the pages of all operations. */
export const operationPages = pages.filter((page) => page.startsWith('/reference/operations/'));
/** Address of the page of one operation. */
export const operationPage = firstBelow('/reference/operations/');

/** Addresses of one page of each kind. */
export const pageKinds = [
  '/',
  '/404.html',
  '/guides/',
  '/guides/contributing/',
  '/guides/tokens/',
  '/reference/',
  operationPage,
  '/api/',
  '/api/tenant-management-client/bulk/',
  '/changelog/',
];
