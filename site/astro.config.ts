import { readFileSync } from 'node:fs';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { codeOutsideSearch } from './plugins/code-outside-search.ts';
import { finishPages } from './plugins/finish-pages.ts';
import { readGuideGroups } from './plugins/guide-sidebar.ts';
import { pageLinks, pageTitle, pictures, referenceHtml, safeReference, tableLabels } from './src/markdown-plugins.ts';
import { siteBase } from './src/page-address.ts';

/** The address at which the site is published, such as `https://owner.github.io/name`. */
const address = process.env['SITE_URL'] ? new URL(process.env['SITE_URL']) : undefined;
const base = siteBase(address?.pathname ?? '/');
const { name, description, repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const repositoryUrl: string | undefined = repository?.url?.replace(/^git\+|\.git$/g, '');

export default defineConfig({
  ...(address && { site: address.origin }),
  base,
  outDir: '../reports/site',
  // Copies of the project share `node_modules`, and must not share the cache.
  cacheDir: '.astro',
  image: { service: passthroughImageService() },
  markdown: {
    processor: satteri({
      hastPlugins: [tableLabels, referenceHtml],
      mdastPlugins: [safeReference, pictures, pageTitle, pageLinks(base)],
      features: { smartPunctuation: false },
    }),
  },
  devToolbar: { enabled: false },
  // The content security policy allows files of the site, and only few inline scripts.
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: name,
      logo: { src: './public/favicon.svg', alt: '' },
      description,
      ...(repositoryUrl && {
        editLink: { baseUrl: `${repositoryUrl}/edit/main/site/` },
        social: [{ icon: 'github', label: 'Repository', href: repositoryUrl }],
      }),
      // Wrap long lines, because a code block that scrolls would have to be reachable with the keyboard. Show no title
      // bar above code, except above the screen of a terminal. Do not reset the styles in code blocks: the styles of
      // the site do not change code, and browsers need much time for a reset of each word.
      expressiveCode: {
        defaultProps: { frame: 'none', wrap: true, overridesByLang: { terminal: { frame: 'terminal' } } },
        useStyleReset: false,
        shiki: { langAlias: { terminal: 'text' } },
        plugins: [codeOutsideSearch],
      },
      customCss: ['./src/styles.css', './src/operation.css', './src/pictures.css'],
      components: {
        MarkdownContent: './src/components/PageContent.astro',
        Search: './src/components/Search.astro',
        TwoColumnContent: './src/components/PageColumns.astro',
      },
      routeMiddleware: './src/generated-pages.ts',
      markdown: { processedDirs: ['../docs', '../examples', '../packages/sandbox', '../packages/cli'] },
      // src/generated-pages.ts adds the group "Reference".
      sidebar: readGuideGroups().map((group) => ({ ...group, collapsed: true })),
    }),
    finishPages(base),
  ],
});
