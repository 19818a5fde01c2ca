import { readFileSync } from 'node:fs';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { finishPages } from './build/finish-pages.ts';
import { readGuideGroups } from './build/guide-sidebar.ts';
import { pageLinks } from './src/markdown/page-links.ts';
import { pageTitle } from './src/markdown/page-title.ts';

/** The address at which the site is published, such as `https://owner.github.io/name`. */
const address = process.env['SITE_URL'] ? new URL(process.env['SITE_URL']) : undefined;
const base = address?.pathname.replace(/\/?$/, '/') ?? '/';
const { name, description, repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const repositoryUrl: string | undefined = repository?.url?.replace(/^git\+|\.git$/g, '');

export default defineConfig({
  ...(address && { site: address.origin }),
  base,
  outDir: '../reports/site',
  image: { service: passthroughImageService() },
  markdown: {
    processor: satteri({ mdastPlugins: [pageTitle, pageLinks(base)], features: { smartPunctuation: false } }),
  },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: name,
      description,
      ...(repositoryUrl && { editLink: { baseUrl: `${repositoryUrl}/edit/main/site/` } }),
      components: { MarkdownContent: './src/components/PageContent.astro' },
      routeMiddleware: './src/reference-sidebar.ts',
      markdown: { processedDirs: ['../docs', '../sandbox', '../cli', '../bench', '../test/unit'] },
      sidebar: [
        ...readGuideGroups().slice(0, 1),
        { label: 'Reference', items: [] },
        ...readGuideGroups().slice(1),
        { label: 'Changes', items: [{ slug: 'changelog' }] },
      ],
    }),
    finishPages(base),
  ],
});
