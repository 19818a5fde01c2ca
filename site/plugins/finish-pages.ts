import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { findBrokenLinks } from './check-links.ts';
import { inlineScripts, withPolicy } from './content-security-policy.ts';

/** The component with the script that restores the chosen tab. */
const TABS = new URL('../node_modules/@astrojs/starlight/dist/user-components/Tabs.astro', import.meta.url);

/** Adds the content security policy to each built page, and fails the build if a link is broken. */
export function finishPages(base: string): AstroIntegration {
  return {
    name: 'finish-pages',
    hooks: {
      'astro:build:done'({ dir }) {
        const folder = fileURLToPath(dir);
        const pages = new Map(
          globSync('**/*.html', { cwd: folder }).map((path) => [
            path.replaceAll('\\', '/'),
            readFileSync(join(folder, path), 'utf8'),
          ]),
        );
        // The start page contains no text of the document. Pages of operations also have the script of their tabs.
        const scripts = inlineScripts((pages.get('index.html') ?? '') + readFileSync(TABS, 'utf8'));
        for (const [path, html] of pages) writeFileSync(join(folder, path), withPolicy(html, scripts));
        const broken = findBrokenLinks(folder, pages, base);
        for (const link of broken) console.error(link);
        if (broken.length > 0)
          throw new Error(
            'Each link of the site must lead to a page, a file or a heading that exists: see the list above.',
          );
        const { SITE_URL } = process.env;
        console.log(
          `The site is in reports/site. To serve it: ${SITE_URL ? `SITE_URL=${SITE_URL} ` : ''}npm --prefix site run preview`,
        );
      },
    },
  };
}
