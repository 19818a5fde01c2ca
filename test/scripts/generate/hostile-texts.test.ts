import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { TABLE_END, TABLE_START } from 'tools-document/operations';
import { readDocument } from 'tools-document/read';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { generateTexts } from '../../../scripts/generate.ts';
import { blocksOf, filesWithBlocks } from '../../docs/markdown-pages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A text that would leave a comment, a string, a template or a line of code. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the text tries to leave a template string
const HOSTILE = '\r\n\u2028\u2029*/ run(); /* ` ${run()} \' " \\';

/** Returns a document that has `text` in each name and in each text that can contain it. */
function documentWith(text: string): OpenApiDocument {
  const named = (name: string) => name + text;
  const schema = {
    type: 'object',
    title: named('Thing'),
    description: named('A thing.'),
    required: [named('id')],
    properties: {
      [named('id')]: { type: 'string', description: named('Id.'), default: named('a'), example: named('a') },
      kind: { type: 'string', enum: [named('a'), named('b')], pattern: '^a' },
      inner: { $ref: '#/components/schemas/Inner' },
    },
    additionalProperties: false,
  };
  const json = { 'application/json': { schema, example: { [named('id')]: named('a'), kind: named('a') } } };
  const operation = (id: string) => ({
    operationId: named(id),
    summary: named('Do it.'),
    description: named('It is done.'),
    tags: [named('Things')],
    deprecated: true,
    security: [{ oauth: [named('read:things')] }],
    'x-release-lifecycle': named('Beta'),
    'x-not-shown': [named('nothing')],
    parameters: [{ in: 'query', name: named('filter'), description: named('A filter.'), schema: { type: 'string' } }],
    responses: {
      200: { description: named('Done.'), headers: { 'X-A': { description: named('A.') } }, content: json },
      '4XX': { description: named('Failed.'), content: { [`text/plain; a=${text}`]: {} } },
    },
  });
  // Lint and the client allow no line break in a path.
  const path = text === '' ? '' : text.replaceAll(/\s/g, '');
  return {
    openapi: '3.1.0',
    info: { title: named('Things'), version: named('1'), description: named('All things.') },
    servers: [{ url: 'https://{tenantDomain}/api' }],
    paths: {
      [`/things${path}`]: { get: operation('list'), delete: operation('deleteAll') },
      [`/things${path}/{id}`]: {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
        delete: operation('delete'),
        get: operation('read'),
      },
    },
    components: {
      schemas: { Inner: { type: 'object', description: named('Inner.'), properties: { [named('a')]: {} } } },
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: named('https://auth.example.com/token'),
              scopes: { [named('read:things')]: named('Read.') },
              'x-form-parameters': { audience: named('https://api.example.com') },
            },
          },
        },
      },
    },
  } as OpenApiDocument;
}

/** Generates all files for a document with a text, by path. */
async function generate(text: string, readme = `${TABLE_START}\n${TABLE_END}\n`): Promise<Map<string, string>> {
  const folder = temporaryFolder({
    'api.json': JSON.stringify(documentWith(text)),
    'README.md': readme,
    'packages/cli/README.md': `${TABLE_START}\n${TABLE_END}\n`,
    'package.json': '{ "version": "1.0.0" }',
  });
  const file = join(folder, 'api.json');
  return await generateTexts({ name: 'api', root: 'api.json', file }, folder, await readDocument(file));
}

/** Lists the statements and the members of types in a module, and its syntax errors. */
function structureOf(text: string): { kinds: string[]; errors: unknown } {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const kinds: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) || ts.isTypeElement(node) || ts.isCallExpression(node))
      kinds.push(ts.SyntaxKind[node.kind]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { kinds, errors: Object(source).parseDiagnostics };
}

test('npm run generate writes the same statements for a document whose texts try to leave comments and strings', async () => {
  const [harmless, hostile] = [await generate(''), await generate(HOSTILE)];
  const modules = [...harmless.keys()].filter((path) => path.endsWith('.ts'));
  expect(modules.length).toBeGreaterThan(7);
  for (const path of modules) {
    const { kinds, errors } = structureOf(hostile.get(path) ?? '');
    expect(errors, path).toEqual([]);
    expect(kinds, path).toEqual(structureOf(harmless.get(path) ?? '').kinds);
  }
});

test('npm run generate writes the same table of the README again if a summary contains the end of the table', async () => {
  const hostile = ` ${TABLE_END} `;
  const first = (await generate(hostile, `${TABLE_START}\n${TABLE_END}\nAfter.\n`)).get('README.md');
  expect((await generate(hostile, first)).get('README.md')).toBe(first);
});

test('no code block in a text of the document is in a file whose code blocks the tests compile and run', async () => {
  const files = [...(await generate('\n```js\nrun();\n```\n'))].map(([file, text]) => ({ file, text }));
  expect(files.flatMap(blocksOf).map(({ language }) => language)).toContain('js');
  const read = files.filter(({ file }) => filesWithBlocks.some((page) => page.file === file));
  expect(read.map(({ file }) => file)).toEqual(['README.md', 'packages/cli/README.md', 'docs/versions.md']);
  expect(read.flatMap(blocksOf)).toEqual([]);
});
