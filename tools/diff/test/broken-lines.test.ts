import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Change } from '../src/change.ts';
import { brokenLines } from '../src/consumer/broken-lines.ts';
import { changesOf } from '../src/consumer/consumer-changes.ts';

const moduleOf = (path: string, fields: string) => `export interface paths { '${path}': { get: { ${fields} } } }\n`;
const BEFORE = moduleOf('/books/{id}', 'title: string; pages: number');
const RENAMED_FIELD = moduleOf('/books/{id}', 'name: string; pages: number');
const CLIENT = `import type { paths } from './generated/management.js';
export declare function get<P extends keyof paths>(path: P): paths[P]['get'];
`;
const IMPORT = "import { get } from 'tenant-management-client';\n";
/** Without the standard library, TypeScript checks a file in a fraction of the time. */
const TSCONFIG = { compilerOptions: { module: 'NodeNext', strict: true, noLib: true, types: [] }, include: ['src'] };

const change = (kind: string, action: string): Change => ({
  operation: 'read_book',
  operations: ['read_book'],
  file: 'api.yaml',
  line: 1,
  pointer: '/paths/~1books~1{id}/get',
  kind,
  breaks: ['readers'],
  bump: 'major',
  action,
});
const FIELD = change('response-field-renamed', 'Read the field `name` instead of `title`.');
const PATH = change('path-renamed', 'Replace the path /books/{id} with /volumes/{id} in calls and in tests.');
const OTHER = change('response-field-removed', 'Do not read the field `id`.');

/** Creates a folder with a consumer of the client and the packages that it needs. */
async function consumer(files: Readonly<Record<string, string>>, types = BEFORE, typescript = 'typescript') {
  const folder = await temporaryFolder();
  const client = 'node_modules/tenant-management-client';
  const all = {
    'tsconfig.json': JSON.stringify(TSCONFIG),
    'package.json': '{ "type": "module" }',
    [`${client}/package.json`]: '{ "type": "module", "exports": { ".": { "types": "./dist/index.d.ts" } } }',
    [`${client}/dist/index.d.ts`]: CLIENT,
    [`${client}/dist/generated/management.d.ts`]: types,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    if (text !== '') await writeFile(join(folder, name), text);
  }
  await symlink(join(projectRoot, 'node_modules', typescript), join(folder, 'node_modules/typescript'));
  return folder;
}

describe('brokenLines()', () => {
  test('returns the line that stops compiling, with the change that explains it', async () => {
    const folder = await consumer({ 'src/main.ts': `${IMPORT}export const { title } = get('/books/{id}');\n` });
    expect(brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [OTHER, PATH, FIELD]).lines).toEqual([
      {
        file: 'src/main.ts',
        line: 2,
        text: "export const { title } = get('/books/{id}');",
        message: expect.stringMatching(/^TS2339: Property 'title' does not exist/),
        changes: [FIELD],
      },
    ]);
  });

  test('explains a path that is not in the new types by the change of that path', async () => {
    const folder = await consumer({ 'src/main.ts': `${IMPORT}get('/books/{id}');\n` });
    const after = moduleOf('/volumes/{id}', 'title: string');
    const { lines } = brokenLines(folder, { before: BEFORE, after }, [OTHER, FIELD, PATH]);
    expect(lines[0]?.changes).toEqual([PATH]);
  });

  test('returns no line if nothing stops compiling', async () => {
    const folder = await consumer({ 'src/main.ts': `${IMPORT}export const { pages } = get('/books/{id}');\n` });
    expect(brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [FIELD])).toEqual({
      lines: [],
      earlier: 0,
      hidden: [],
    });
  });

  test('leaves out the lines that did not compile before', async () => {
    const source = `${IMPORT}export const wrong: string = 1;\nexport const { title } = get('/books/{id}');\n`;
    const folder = await consumer({ 'src/main.ts': source });
    const { lines, earlier } = brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [FIELD]);
    expect(lines.map(({ line }) => line)).toEqual([3]);
    expect(earlier).toBe(1);
  });

  test('checks files that only an import reaches', async () => {
    const folder = await consumer({
      'tsconfig.json': JSON.stringify({ ...TSCONFIG, include: undefined, files: ['src/main.ts'] }),
      'src/main.ts': "import './book.js';\n",
      'src/book.ts': `${IMPORT}export const { title } = get('/books/{id}');\n`,
    });
    expect(brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [FIELD]).lines).toMatchObject([
      { file: 'src/book.ts', line: 2 },
    ]);
  });

  test('throws an error if tsconfig.json lists only other projects', async () => {
    const config = { files: [], references: [{ path: './app' }] };
    const folder = await consumer({ 'tsconfig.json': JSON.stringify(config) });
    expect(() => brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [FIELD])).toThrow(
      /must have files to check/,
    );
  });

  test('throws an error if the client of the consumer does not fit the types before the changes', async () => {
    const folder = await consumer({ 'src/main.ts': `${IMPORT}get('/volumes/{id}');\n` }, moduleOf('/volumes/{id}', ''));
    expect(() => brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [])).toThrow(
      /must fit the git ref.*Pass the git ref of the release that it uses$/,
    );
  });

  test('uses the TypeScript of the repository, and returns its version, if that of the consumer has no compiler API', async () => {
    const source = `${IMPORT}export const { title } = get('/books/{id}');\n`;
    const folder = await consumer({ 'src/main.ts': source }, BEFORE, 'typescript-7.0');
    const { lines, compiler } = brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [FIELD]);
    expect(lines).toMatchObject([{ line: 2, changes: [FIELD] }]);
    expect(compiler).toBe(ts.version);
  });

  test('returns a line with several errors once', async () => {
    const line = "export const [a, b] = [get('/books/{id}').title, get('/books/{id}').title];";
    const folder = await consumer({ 'src/main.ts': `${IMPORT}${line}\n` });
    const { lines } = brokenLines(folder, { before: BEFORE, after: RENAMED_FIELD }, [FIELD]);
    expect(lines).toMatchObject([{ line: 2, changes: [FIELD] }]);
  });

  test('throws an error that names what is missing in the folder', async () => {
    const folder = await temporaryFolder();
    const types = { before: BEFORE, after: BEFORE };
    expect(() => brokenLines(join(folder, 'missing'), types, [])).toThrow(/must name a folder that exists: /);
    expect(() => brokenLines(folder, types, [])).toThrow(/must have the package typescript: run npm install there$/);
    const broken = await consumer({ 'tsconfig.json': '{ "include": 1 }' });
    expect(() => brokenLines(broken, types, [])).toThrow(/tsconfig\.json: /);
  });
});

describe('brokenLines() for calls of a client with methods', () => {
  const before = `export interface paths {
  '/books/{id}': { get: { title: string }; delete: { title: string } };
  '/maps/{id}': { get: { title: string } };
}
`;
  const after = before.replaceAll('title', 'name');
  const index = `import type { paths } from './generated/management.js';
type With<M extends string> = { [P in keyof paths]: paths[P] extends { [K in M]: unknown } ? P : never }[keyof paths];
export declare const client: {
  GET<P extends With<'get'>>(path: P): paths[P]['get'];
  DELETE<P extends With<'delete'>>(path: P): paths[P] extends { delete: infer T } ? T : never;
};
`;
  const changeOf = (id: string, name = 'title'): Change => ({
    ...change('response-field-renamed', `Read the field \`name\` instead of \`${name}\`.`),
    operation: id,
    operations: [id],
  });
  const [READ, DELETE, MAP] = [
    changeOf('GET /books/{id}'),
    changeOf('DELETE /books/{id}'),
    changeOf('GET /maps/{id}', 'no'),
  ];

  /** Checks a consumer with one module. */
  async function check(source: string, changes = [READ, DELETE, MAP]) {
    const folder = await consumer(
      {
        'src/main.ts': `import { client } from 'tenant-management-client';\n${source}\n`,
        'node_modules/tenant-management-client/dist/index.d.ts': index,
      },
      before,
    );
    return brokenLines(folder, { before, after }, changes, ({ method, path }) => [`${method} ${path}`]);
  }

  test.for([
    ['the call itself', "client.GET('/books/{id}').title;", READ],
    ['another method of the path', "client.DELETE('/books/{id}').title;", DELETE],
    ['a call without a change that names the field', "client.GET('/maps/{id}').title;", MAP],
    ['a variable', "const book = client.DELETE('/books/{id}');\nbook.title;", DELETE],
    ['a destructured variable', "const book = client.DELETE('/books/{id}');\nconst { title } = book;", DELETE],
    ['a function that calls', "const read = () => client.DELETE('/books/{id}');\nread().title;", DELETE],
  ] as const)('explains an error by the change of the operation: %s', async ([_case, source, cause]) => {
    expect((await check(source)).lines.map(({ changes }) => changes)).toEqual([[cause]]);
  });

  test.for([
    ["(client as any).GET('/books/{id}').title;", ['src/main.ts:2']],
    ["client.GET('/books/{id}' as never);", ['src/main.ts:2']],
    ["client.GET('/books/{id}') as unknown;", ['src/main.ts:2']],
    ["const book = client.GET('/books/{id}');\n(book as any).title;", ['src/main.ts:3']],
    ["(client as any).GET('/other');", []],
    ["client.GET('/books/{id}');\n(1 as any).title;", []],
  ] as const)('lists the calls that the compiler cannot check: %s', async ([source, hidden]) => {
    expect((await check(source)).hidden).toEqual(hidden);
  });

  test('lists no hidden call if nothing breaks', async () => {
    expect((await check("(client as any).GET('/books/{id}');", [])).hidden).toEqual([]);
  });
});

test.for([
  ['`A book: $' + '{book.title}`', true],
  ['const {title} = book', true],
  ["get('/books/{title}')", false],
  ['book.titles', false],
] as const)('changesOf() finds the name of a field in the line %s: %s', ([text, isFound]) => {
  expect(changesOf({ text, message: 'TS2322: Type' }, [FIELD], [])).toEqual(isFound ? [FIELD] : []);
});
