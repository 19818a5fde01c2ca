// Tests the pages of the docs site that show what changes for callers with each release.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { writeReleasePages } from '../reference/release-pages.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const library = (parameter: string, book: object, newBook: object, scope: string) => ({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'list_books',
        security: [{ login: [scope] }],
        parameters: [{ name: parameter, in: 'query', required: true, example: 'a', schema: { type: 'string' } }],
        responses: { 200: { description: 'Books.', ...content({ type: 'array', items: { $ref: BOOK } }) } },
      },
      post: {
        operationId: 'add_book',
        requestBody: { required: true, ...content(newBook) },
        responses: { 201: { description: 'The book.', ...content({ $ref: BOOK }) } },
      },
    },
  },
  components: {
    schemas: { Book: { type: 'object', properties: book } },
    securitySchemes: { login: { type: 'oauth2', flows: { clientCredentials: FLOW } } },
  },
});
const BOOK = '#/components/schemas/Book';
const FLOW = { tokenUrl: 'https://login.example.com/token', scopes: { 'read:books': 'Read', 'list:books': 'List' } };
const text = { type: 'string' };
const BEFORE = library(
  'author',
  { title: text, pages: text },
  { type: 'object', properties: { title: text } },
  'read:books',
);
const AFTER = library(
  'writer',
  { name: text, pages: { type: 'integer' } },
  { type: 'object', required: ['pages'], properties: { title: { ...text, maxLength: 9 }, pages: { type: 'integer' } } },
  'list:books',
);

const root = mkdtempSync(join(tmpdir(), 'releases-'));
afterAll(() => rmSync(root, { recursive: true }));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
const write = (document: object) => writeFileSync(join(root, 'library.json'), JSON.stringify(document));
const commit = (tag: string) => {
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--no-gpg-sign', '-m', tag);
  git('tag', tag);
};

/** Writes the pages of a repository, and returns their texts by file name. */
async function pagesOf(repository: string): Promise<Record<string, string>> {
  const folder = join(repository, 'pages');
  await writeReleasePages(repository, folder, typesModule);
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('the pages of releases', () => {
  let pages: Record<string, string>;
  beforeAll(async () => {
    git('init');
    writeFileSync(join(root, 'redocly.yaml'), 'apis:\n  library:\n    root: library.json\n');
    write(BEFORE);
    commit('v1.0.0');
    write(AFTER);
    commit('v2.0.0');
    pages = await pagesOf(root);
  });
  const sectionOf = (heading: string) => pages['v2-0-0.md']?.split(`## ${heading}\n`)[1]?.split('\n## ')[0];

  test('exist for each release after the first, and for the next release', () => {
    expect(Object.keys(pages).toSorted()).toEqual(['next.md', 'v2-0-0.md']);
    expect(pages['next.md']).toContain('The API is the same as at `v2.0.0`.');
  });

  test('show the types before and after a change to readers of responses', () => {
    const lines = ['- title?: string;', '- pages?: string;', '+ pages?: number;', '+ name?: string;'];
    expect(sectionOf('Breaking changes for readers of responses')).toContain(lines.map((one) => `  ${one}\n`).join(''));
  });

  test('show the calls before and after a change to senders of requests, and old and new values without a sample', () => {
    const section = sectionOf('Breaking changes for senders of requests');
    expect(section).toContain('  - await management.GET("/books", { params: { query: {"author":"a"} } });\n');
    expect(section).toContain('  + await management.GET("/books", { params: { query: {"writer":"a"} } });\n');
    expect(section).toContain('none → maxLength 9');
  });

  test('tell operators which scopes are new, and tests on the sandbox that nothing changed', () => {
    expect(sectionOf('Breaking changes for operators')).toContain('list:books');
    expect(sectionOf('Breaking changes for tests on the sandbox')).toContain('Nothing to do.');
  });

  test('compare the next release with the last commit in a clone without tags', async () => {
    const clone = temporaryFolder();
    execFileSync('git', ['clone', '--quiet', '--depth', '1', '--no-tags', `file://${root}`, clone]);
    const { 'next.md': next = '', ...others } = await pagesOf(clone);
    expect(next).toContain('The API is the same as at `HEAD`.');
    expect(others).toEqual({});
  });

  test('are left out with a message outside a repository', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(await pagesOf(temporaryFolder())).toEqual({});
    expect(log).toHaveBeenCalledWith(expect.stringContaining('The docs site has no page for the next release'));
  });
});
