import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findApi } from 'tools-document/read';

export const projectRoot = join(import.meta.dirname, '../..');

/**
 * Whether the project has another document than `management`, to which the samples and the links of the pages refer. A
 * copy of the project for another document has its own pages.
 */
export const hasOtherDocument = (await findApi()).name !== 'management';

/** The Markdown files that people read. */
const PAGES = [
  '*.md',
  'docs/**/*.md',
  'packages/*/*.md',
  'tools/*.md',
  'test/**/*.md',
  'bench/*.md',
  'examples/{*,*/*}.md',
  '.github/**/*.md',
];
/** Modules whose doc comments have examples. Generated modules contain texts of the document, which no test may run. */
const MODULES = ['src/**/*.ts', 'packages/sandbox/src/**/*.ts'];
const EXCLUDED = ['**/node_modules/**', '**/generated/**'];

/** A file, with its path relative to the project's root. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  readonly file: string;
  /** Line of the file on which the code begins, from 1. */
  readonly line: number;
  /** The word after the fence; empty for program output. */
  readonly language: string;
  readonly code: string;
}

export const pages = readPages(PAGES);
/** The pages, and the modules whose doc comments have examples. */
export const filesWithBlocks = [...pages, ...readPages(MODULES)];
/** The blocks of all pages, doc comments, and the home page of the site. */
export const blocks = [...filesWithBlocks, ...readPages(['site/src/content/docs/index.md'])].flatMap(blocksOf);

/** Reads the files of the project that match a pattern. */
export function readPages(patterns: string[]): Page[] {
  return globSync(patterns, { cwd: projectRoot, exclude: EXCLUDED })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(projectRoot, file), 'utf8') }));
}

/** The fenced blocks of a page, or of the doc comments of a module. */
export function blocksOf({ file, text }: Page): Block[] {
  const content = file.endsWith('.md') ? text : text.replaceAll(/^ *(\/\*\*|\* ?)/gm, '');
  return [...content.matchAll(/^( *)```(\S*)[^\n]*\n(.*?)^ *```$/gms)].map(
    ({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
      file,
      line: content.slice(0, index).split('\n').length + 1,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** The text of a page without its fenced blocks. */
const proseOf = ({ text }: Page): string => text.replaceAll(/^( *)```[^\n]*\n.*?^ *```$/gms, '');

/** The anchors of a page's headings, as GitHub generates them. */
export function anchorsOf(page: Page): string[] {
  const seen = new Map<string, number>();
  return [...proseOf(page).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** A link of a page. */
export interface Link {
  readonly page: Page;
  readonly target: string;
}

/** The links of a page, without those in code. */
export function linksOf(page: Page): Link[] {
  // Keep the words of inline code, because they can be the text of a link, but not its brackets.
  const prose = proseOf(page).replaceAll(/`([^`]*)`/g, (_, code: string) => code.replaceAll(/[[\]()]/g, ''));
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ page, target }));
}

/** Whether a link leads to another site. */
export const isExternal = ({ target }: Pick<Link, 'target'>): boolean => /^[a-z]+:/.test(target);

/** The file and the anchor to which a relative link points. */
export function resolveLink({ page, target }: Pick<Link, 'page' | 'target'>): { file: string; anchor: string } {
  const [path = '', anchor = ''] = target.split('#');
  return { file: path === '' ? page.file : posix.join(posix.dirname(page.file), path), anchor };
}
