import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument, OperationObject } from 'tools-document/model';
import { findApi } from 'tools-document/read';
import { describe, expect, test } from 'vitest';
import { writeDocs } from '../../../scripts/docs.ts';
import { addPolicy } from '../../../scripts/generate/docs-policy.ts';
import { withoutMarkup } from '../../../scripts/generate/docs-texts.ts';
import plugin from '../../../scripts/lint/redocly-plugin.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PAGE = '<html><head><title>API</title></head><body></body></html>';

describe('addPolicy()', () => {
  test('adds a content security policy that forbids network access, forms, and scripts other than those of Redoc', () => {
    const scripts =
      '<div id="redoc"><div hidden=""><script>theme()</script></div><script>evil()</script><script type="module">evil()</script></div><script type="module">redoc()</script>';
    const html = addPolicy(PAGE.replace('</body>', `${scripts}</body>`));
    const hashes = ['theme()', 'redoc()'].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    const [, policy = ''] = /<head><meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashes.join(' ')}`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test('throws if the page has no <head>, because <head> must contain the content security policy', () => {
    expect(() => addPolicy('<html><body></body></html>')).toThrow('The docs page must have a <head>');
  });
});

describe('withoutMarkup()', () => {
  test.each([
    [
      'HTML in a description',
      { description: '<meta a>, `<i>` and 1 < 2' },
      { description: '<\u2060meta a>, `<\u2060i>` and 1 < 2' },
    ],
    ['formatting in a description', { description: 'A <code>b</code>.' }, { description: 'A `b`.' }],
    ['tags of Markdoc', { summary: '{% html %}{{ a }}' }, { summary: '{\u2060% html %}{{ a }}' }],
    ['HTML in names', { '</p>': { $ref: '#/</p>' } }, { '<\u2060/p>': { $ref: '#/<\u2060/p>' } }],
    ['HTML in extensions', { 'x-a': { b: ['<!--'] } }, { 'x-a': { b: ['<\u2060!--'] } }],
  ])('shows %s as text', (_, document, expected) => {
    expect(withoutMarkup(document)).toEqual(expected);
  });

  test('does not change examples and samples', () => {
    const data = { example: { a: ['<p>', '{% b %}'] }, default: '<p>', 'x-codeSamples': [{ source: '<p>' }] };
    expect(withoutMarkup(data)).toEqual(data);
  });
});

describe('writeDocs()', async () => {
  const { name } = await findApi();

  /** Writes a page as an earlier run would; returns its path. */
  const writeEarlierPage = (): string => join(temporaryFolder({ 'page.html': PAGE }), 'page.html');

  test('writes a self-contained page of a bundle whose operations have samples of their calls', async () => {
    const file = writeEarlierPage();
    const document = {
      openapi: '3.1.0',
      info: { title: 'API', version: '1' },
      servers: [{ url: 'https://things.example.org' }],
      paths: { '/things': { get: { description: 'A`', security: [], responses: {} } } },
    };
    let description = '';
    const runs: string[][] = [];
    await writeDocs(name, file, async (...args) => {
      const [command, source = '', , bundle = ''] = args;
      runs.push(args);
      if (command === 'bundle') await writeFile(bundle, JSON.stringify(document));
      else description = JSON.parse(await readFile(source, 'utf8')).paths['/things'].get.description;
      return 0;
    });
    const bundle = runs[0]?.at(-1) ?? '';
    expect(runs).toEqual([
      ['bundle', name, '--output', bundle],
      ['build-docs', bundle, '--inlineBundle', '--output', file],
    ]);
    expect(description).toMatch(/^A\\`\n\n\*\*TypeScript\*\*\n\n```ts\n[\s\S]*await management\.GET\('\/things'\);/);
    expect(description).toContain('**curl**\n\n```sh\ncurl ');
    expect(existsSync(bundle)).toBe(false);
    expect(await readFile(file, 'utf8')).toBe(addPolicy(PAGE));
  });

  test('throws if Redocly fails, even if the page of an earlier run exists', async () => {
    const file = writeEarlierPage();
    await expect(writeDocs(name, file, async () => 1)).rejects.toThrow(
      'Redocly failed to write the docs page: see its errors above',
    );
    expect(await readFile(file, 'utf8')).toBe(PAGE);
  });
});

describe('the Redocly decorator', () => {
  const { 'show-terms': showTerms, 'show-not-shown': showNotShown } = plugin().decorators.oas3;

  test('show-not-shown appends the list in x-not-shown to the description of a node, for seven types of node', () => {
    const visitors = showNotShown();
    expect(Object.keys(visitors).sort()).toEqual([
      'Header',
      'Info',
      'Operation',
      'Parameter',
      'Response',
      'Schema',
      'SecurityScheme',
    ]);
    for (const { leave } of Object.values(visitors)) {
      const node = { description: '~~~\n', 'x-not-shown': ['type', 'format'] };
      leave(node);
      expect(node.description).toBe('```\n```\n\n**Not documented by the API:** type; format.');
    }
  });

  test.each([
    ['adds a description to a node without one', { 'x-not-shown': ['type'] }, '**Not documented by the API:** type.'],
    ['does not change a node without x-not-shown', { description: 'An id.' }, 'An id.'],
  ])('show-not-shown %s', (_title, node: { description?: string; 'x-not-shown'?: string[] }, expected) => {
    showNotShown().Header.leave(node);
    expect(node.description).toBe(expected);
  });

  /** Returns a document with operations by path, and with two security schemes. */
  function documentWith(operations: Record<string, OperationObject>, scopes: readonly string[]): OpenApiDocument {
    const flow = { tokenUrl: '/token', 'x-form-parameters': { audience: '/api' } };
    const clientCredentials = { ...flow, scopes: Object.fromEntries(scopes.map((scope) => [scope, 'Text.'])) };
    return {
      info: { title: 'API', version: '1', description: 'An `API.' },
      paths: Object.fromEntries(Object.entries(operations).map(([path, get]) => [path, { get }])),
      components: {
        securitySchemes: { bearer: { type: 'http' }, oauth: { type: 'oauth2', flows: { clientCredentials } } },
      },
    };
  }

  /** Decorates the operation of a document. */
  function decorate(operation: OperationObject): { info: string; operation: string } {
    const document = documentWith({ '/things': operation }, ['read:things', 'delete:things']);
    const { Root, Operation } = showTerms();
    Root.enter(document);
    Operation(operation);
    Root.leave(document);
    return { info: document.info.description ?? '', operation: operation.description ?? '' };
  }

  test('show-terms puts release lifecycle and scopes before the description of an operation', () => {
    const { operation } = decorate({
      description: 'Reads.',
      'x-release-lifecycle': 'Beta',
      security: [{ bearer: [] }, { oauth: ['read:things', 'list:things'] }, { oauth: ['delete:things'] }],
    });
    expect(operation).toBe(
      '**Release lifecycle:** Beta  \n**Required scopes:** `read:things` and `list:things`, or `delete:things`\n\nReads.',
    );
  });

  test('show-terms writes "not documented" for a release lifecycle and scopes that the document does not have', () => {
    expect(decorate({ security: [{ oauth: [] }] }).operation).toBe(
      '**Release lifecycle:** not documented  \n**Required scopes:** not documented\n\n',
    );
  });

  test('show-terms puts a warning before the description of a deprecated operation', () => {
    expect(decorate({ description: 'Reads.', deprecated: true, security: [{}] }).operation).toBe(
      '**Deprecated:** do not use this operation in new code.  \n**Release lifecycle:** not documented  \n**Required scopes:** none\n\nReads.',
    );
  });

  test('show-terms does not list the roles of a bearer scheme as scopes', () => {
    expect(decorate({ security: [{ bearer: ['role'] }] }).operation).toContain('**Required scopes:** not documented');
  });

  test('show-terms adds the operation table, the token URL, the token request parameters and the scopes to the description of the document', () => {
    expect(decorate({ operationId: 'listThings', security: [] }).info).toBe(
      [
        'An \\`API.',
        '**Operations**',
        [
          '| Operation | Call | Scopes | Lifecycle | Documented statuses |',
          '| --- | --- | --- | --- | --- |',
          '| [listThings](#/listthings) | `GET /things` | none | not documented |  |',
        ].join('\n'),
        '**Client credentials:** token URL `/token`, `audience` `/api`, scopes:',
        '- `read:things`\n- `delete:things`',
      ].join('\n\n'),
    );
  });

  test('show-terms writes only the number of operations or scopes if there are more than 30 of them, to keep the page short', () => {
    const names = Array.from({ length: 31 }, (_, number) => `read:${number}`);
    const document = documentWith(Object.fromEntries(names.map((name) => [`/${name}`, {}])), names);
    showTerms().Root.leave(document);
    expect(document.info.description).toBe(
      'An \\`API.\n\n**Operations:** 31; the menu lists them by tag.\n\n**Client credentials:** token URL `/token`, `audience` `/api`, 31 scopes; each operation lists its scopes.',
    );
  });
});
