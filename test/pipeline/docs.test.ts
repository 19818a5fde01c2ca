import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selfContained, writeDocs } from '../../scripts/docs.ts';
import type { OpenApiDocument, Operation } from '../../scripts/openapi/document.ts';
import plugin from '../../scripts/openapi/redocly-plugin.ts';

const PAGE =
  '<html><head><title>API</title></head><body><img src="https://cdn.redoc.ly/redoc/logo-mini.svg"></body></html>';

/** Directives of the page's content security policy. */
const policyOf = (html: string): string[] =>
  (/<head><meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? '').split('; ');

describe('selfContained', () => {
  test('removes the remote logo wherever the page has it', () => {
    const html = selfContained(
      PAGE.replace('</body>', "<script>'https://cdn.redoc.ly/redoc/logo.svg'</script></body>"),
    );
    expect(html).not.toContain('cdn.redoc.ly');
    expect(html).toContain('<img src="data:image/svg+xml,');
  });

  test('starts the head with a policy that allows no address on the network', () => {
    expect(policyOf(selfContained(PAGE))).toEqual([
      "default-src 'none'",
      "script-src 'unsafe-inline' 'unsafe-eval' blob:",
      'worker-src blob:',
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
    ]);
  });

  test('keeps paths and scopes of the table on one line', () => {
    expect(selfContained(PAGE)).toContain('<style>td code { white-space: nowrap !important }</style><title>');
  });

  test('refuses a page without <head>, which would have no policy', () => {
    expect(() => selfContained('<html><body></body></html>')).toThrow('The docs page must have the tag <head>');
  });
});

describe('writeDocs', () => {
  /** The file of a page that an earlier run wrote. */
  async function writtenBefore(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'tenant-management-docs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'page.html');
    await writeFile(file, PAGE);
    return file;
  }

  test('runs Redocly with its scripts inlined, and makes the page self-contained', async () => {
    const file = await writtenBefore();
    const runs: string[][] = [];
    await writeDocs('management', file, async (...args) => {
      runs.push(args);
      return 0;
    });
    expect(runs).toEqual([['build-docs', 'management', '--inlineBundle', '--output', file]]);
    expect(await readFile(file, 'utf8')).toBe(selfContained(PAGE));
  });

  test('fails if Redocly fails, although an earlier page exists', async () => {
    const file = await writtenBefore();
    await expect(writeDocs('management', file, async () => 1)).rejects.toThrow('Redocly did not write the docs page.');
    expect(await readFile(file, 'utf8')).toBe(PAGE);
  });
});

describe('the docs decorators', () => {
  const { 'show-terms': showTerms, 'show-not-shown': showNotShown } = plugin().decorators.oas3;

  test('show-not-shown appends the gaps to the description of each kind of node that can have them', () => {
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
      const node = { description: 'An id.\n', 'x-not-shown': ['type', 'format'] };
      leave(node);
      expect(node.description).toBe('An id.\n\n**Not shown by the source:** type; format.');
    }
  });

  test('show-not-shown writes the description of a node that has none', () => {
    const node: { description?: string; 'x-not-shown': string[] } = { 'x-not-shown': ['type'] };
    showNotShown().Header.leave(node);
    expect(node.description).toBe('**Not shown by the source:** type.');
  });

  test('show-not-shown leaves a node without gaps unchanged', () => {
    const node = { description: 'An id.' };
    showNotShown().Schema.leave(node);
    expect(node).toEqual({ description: 'An id.' });
  });

  /** Decorates the operation of a document with one oauth2 scheme. */
  function decorated(operation: Operation): { info: string; operation: string } {
    const document: OpenApiDocument = {
      info: { title: 'API', version: '1', description: 'An API.' },
      paths: { '/things': { get: operation } },
      components: {
        securitySchemes: {
          bearer: { type: 'http' },
          oauth: {
            type: 'oauth2',
            flows: {
              clientCredentials: {
                tokenUrl: '/token',
                scopes: { 'read:things': 'Read.', 'delete:things': 'Delete.' },
                'x-form-parameters': { audience: '/api' },
              },
            },
          },
        },
      },
    };
    const { Root, Operation } = showTerms();
    Root(document);
    Operation(operation);
    return { info: document.info.description ?? '', operation: operation.description ?? '' };
  }

  test('show-terms starts an operation with its lifecycle and its scopes', () => {
    const { operation } = decorated({
      description: 'Reads.',
      'x-release-lifecycle': 'Beta',
      security: [{ bearer: [] }, { oauth: ['read:things', 'list:things'] }, { oauth: ['delete:things'] }],
    });
    expect(operation).toBe(
      '**Release lifecycle:** Beta  \n**Required scopes:** `read:things` and `list:things`, or `delete:things`\n\nReads.',
    );
  });

  test('show-terms says "not shown" of a lifecycle and scopes that the document does not show', () => {
    expect(decorated({ security: [{ oauth: [] }] }).operation).toBe(
      '**Release lifecycle:** not shown  \n**Required scopes:** not shown\n\n',
    );
  });

  test("show-terms knows the document's schemes: roles of a bearer scheme are not scopes", () => {
    expect(decorated({ security: [{ bearer: ['role'] }] }).operation).toContain('**Required scopes:** not shown');
  });

  test('show-terms adds the table of operations, the token URL, its parameters and its scopes to the overview', () => {
    expect(decorated({ operationId: 'listThings', security: [] }).info).toBe(
      [
        'An API.',
        '**Operations**',
        [
          '| Operation | Call | Scopes | Lifecycle | Documented answers |',
          '| --- | --- | --- | --- | --- |',
          '| listThings | `GET /things` | none | not shown |  |',
        ].join('\n'),
        '**Client credentials:** token URL `/token`, `audience` `/api`, scopes:',
        '- `read:things`\n- `delete:things`',
      ].join('\n\n'),
    );
  });
});
