// Checks the code blocks of the Markdown pages and the doc comments: each `js` or `ts` block compiles, and runs if it
// does not need Redis. Most blocks in other languages are only parsed. Build both packages first.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { createManagementClient } from 'tenant-management-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { machineNode } from '../../scripts/process/machine-node.ts';
import { type Block, blocks, hasOtherDocument, projectRoot } from './markdown-pages.ts';

/** Global names that the examples use without declaring them; run-blocks.mjs defines the same names. */
const GLOBALS = `import type { ManagementClient, TokenStore } from 'tenant-management-client';
declare global {
  const accessToken: string;
  const auth: string;
  const id: string;
  const ids: string[];
  const pem: string;
  const readSecret: () => Promise<string>;
  const shutdown: AbortSignal;
  const store: TokenStore;
  const tenantDomain: string;
  const clientSecret: string;
  const vault: { token(origin: string, options: object): Promise<string> };
  const management: ManagementClient;
}
`;
/** The package that examples with Redis import. The tests compile these examples, but do not run them. */
const NEEDS_REDIS = '@redis/client';

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  code: ['js', 'ts'],
  shell: ['sh'],
  // compat/consumers loads these blocks into its tests.
  consumers: ['mjs', 'cjs', 'mts'],
  // control-samples.test.ts runs the Python blocks.
  samples: ['python'],
  data: ['json', 'yaml'],
  // Calls before and after a breaking change, in the changelog.
  difference: ['typescript'],
  output: [''],
  // packages/cli/test/operator-screens.test.ts and first-outputs.test.ts make these blocks, and compile the call.
  screens: ['terminal', 'text', 'typescript'],
  // The build of the docs site draws these blocks.
  pictures: ['mermaid'],
};
const inLanguages = (kind: string) => blocks.filter(({ language }) => LANGUAGES[kind]?.includes(language));
const placeOf = ({ file, line }: Block) => `${file}:${line}`;

/** Names the module of a block after the file and the line of the block, because error messages show this name. */
const moduleName = ({ file, line, language }: Block) => `${file}-${line}.${language}`;

/** Returns a block as a module. Each line of code keeps the line number that it has in the file of the block. */
const moduleOf = ({ line, code }: Block): string => `export {};${'\n'.repeat(line - 1)}${code}`;

/**
 * Replaces each comment that states the value of an expression, such as `// false`, with an assertion of this value.
 */
const checkComments = (code: string): string =>
  code.replaceAll(
    /^(?:console\.log\((.+)\)|(\w[^;]*)); \/\/ (true|false|null|\[.*\])(?::.*)?$/gm,
    (_line, logged, expression, value) => `assertValue(${logged ?? expression}, ${value});`,
  );

/** A CommonJS program that loads both packages with `require`, as the README describes. */
const COMMON_JS = `const { createManagementClient } = require('tenant-management-client');
const { startSandbox } = require('tenant-management-sandbox');
console.log(typeof createManagementClient, typeof startSandbox);`;

/** The Node of the machine can be older than the Node in node_modules. CI uses several versions. */
const node = machineNode ?? process.execPath;

// The folder is inside the project, so that the modules can import both built packages by name, as a service does.
let folder = '';
beforeAll(async () => {
  await mkdir(join(projectRoot, 'reports'), { recursive: true });
  folder = await mkdtemp(join(projectRoot, 'reports/code-blocks-'));
  await writeFile(join(folder, 'globals.d.ts'), GLOBALS);
  await Promise.all(
    inLanguages('code').map(async (block) => {
      const module = moduleOf(block);
      await mkdir(join(folder, dirname(block.file)), { recursive: true });
      await writeFile(join(folder, moduleName(block)), module);
      if (block.code.includes(NEEDS_REDIS)) return;
      const { code } =
        block.language === 'ts'
          ? await transform(checkComments(module), { loader: 'ts', target: 'node20.19' })
          : { code: checkComments(module) };
      await writeFile(join(folder, `${moduleName(block)}.mjs`), code);
    }),
  );
  const options = { paths: {}, allowJs: true, checkJs: true };
  const config = { extends: '../../tsconfig.json', compilerOptions: options, include: ['**/*.ts', '**/*.js'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('each fenced block has a language that one of these tests checks', () => {
  const checked = Object.values(LANGUAGES).flat();
  expect(blocks.filter(({ language }) => !checked.includes(language)).map(placeOf)).toEqual([]);
});

test('these tests find the code blocks in README.md and AGENTS.md of client and sandbox, in docs and in doc comments', () => {
  for (const file of [
    'README.md',
    'AGENTS.md',
    'packages/sandbox/README.md',
    'packages/sandbox/AGENTS.md',
    'docs/tokens.md',
    'src/client.ts',
  ]) {
    expect(inLanguages('code').map((block) => block.file)).toContain(file);
  }
});

describe('JavaScript and TypeScript blocks', () => {
  test.skipIf(hasOtherDocument)('compile against the built packages', () => {
    const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', cwd: folder });
    expect(stdout + stderr, stdout).toBe('');
  });

  test.skipIf(hasOtherDocument)(
    "run on the machine's Node, and each expression has the value that its comment states",
    () => {
      const script = join(import.meta.dirname, 'run-blocks.mjs');
      const output = execFileSync(node, [script, folder], { encoding: 'utf8', timeout: 60_000 });
      const runnable = inLanguages('code').filter(({ code }) => !code.includes(NEEDS_REDIS));
      expect(JSON.parse(output), output).toEqual({ executed: runnable.length, failures: [] });
    },
  );

  test('do not contain `await using` in plain JavaScript: Node 20 cannot parse this syntax', () => {
    const blocksWithUsing = blocks.filter(({ language, code }) => language === 'js' && /\busing\b/.test(code));
    expect(blocksWithUsing.map(placeOf)).toEqual([]);
  });
});

test("require() loads both packages in CommonJS on the machine's Node", () => {
  const options = { encoding: 'utf8', cwd: projectRoot } as const;
  expect(execFileSync(node, ['--input-type=commonjs', '-e', COMMON_JS], options)).toBe('function function\n');
});

test.each(inLanguages('shell').map((block) => ({ place: placeOf(block), ...block })))(
  'the shell block at $place has valid syntax',
  ({ code }) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  },
);

test.each(inLanguages('data').map((block) => ({ place: placeOf(block), ...block })))(
  'the $language block at $place can be parsed',
  ({ language, code }) => {
    const value: unknown = language === 'json' ? JSON.parse(code) : parse(code);
    expect(typeof value).toBe('object');
  },
);

/** Imports the block that contains a text, with more exports. */
async function importBlock(name: string, text: string, exports = '') {
  const module = join(folder, `${name}.ts`);
  await writeFile(module, `${blocks.find(({ code }) => code.includes(text))?.code}\n${exports}`);
  return await import(module);
}

test.skipIf(hasOtherDocument).each([
  { gets: [204], result: 'deleted' },
  { gets: [404], result: 'no such enrollment' },
  { gets: [503, 404], result: 'probably deleted' },
  { gets: [500], result: 'perhaps deleted: call again' },
  { gets: [403], result: 'not deleted: the token lacks a scope' },
  { gets: [429, 429, 429], result: 'not deleted: call again later' },
  { gets: [], result: 'not deleted: the tenant cannot be reached' },
])('the sample "Handle an error" returns "$result" if the call gets $gets', async ({ gets, result }) => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const statuses = [...gets];
  const fetch = async () => {
    const status = statuses.shift();
    if (status === undefined) throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' });
    return new Response(null, { status });
  };
  const options = { tenantDomain: 'acme.example.com', auth: 'token', fetch };
  vi.stubGlobal('management', createManagementClient(options));
  const { deleteEnrollment } = await importBlock('handled-error', 'export async function deleteEnrollment');
  expect(await deleteEnrollment('dev_1')).toBe(result);
  expect(statuses).toEqual([]);
});

test('the sample in docs/tokens.md that replaces a client secret requests one token with each secret', async () => {
  let secret = 'old';
  vi.stubGlobal('readSecret', async () => secret);
  const { auth } = await importBlock('replaced-secret', 'sources.get(clientSecret)', 'export { auth };');
  const sent: unknown[] = [];
  const fetch = async (request: Request) => {
    sent.push((await request.formData()).get('client_secret'));
    return Response.json({ access_token: `token-${sent.length}`, token_type: 'Bearer' });
  };
  const token = () => auth({ origin: 'https://acme.example.com', fetch, signal: new AbortController().signal });
  expect(await Promise.all([token(), token()])).toEqual(['token-1', 'token-1']);
  secret = 'new';
  expect(await Promise.all([token(), token()])).toEqual(['token-2', 'token-2']);
  expect(sent).toEqual(['old', 'new']);
});

test('only a block in docs/tokens.md needs Redis, and test/processes/shared-token.test.ts runs this block', async () => {
  const needRedis = inLanguages('code').filter(({ code }) => code.includes(NEEDS_REDIS));
  expect(needRedis.map(({ file }) => file)).toEqual(['docs/tokens.md']);
  const processesTest = await readFile(join(projectRoot, 'test/processes/shared-token.test.ts'), 'utf8');
  expect(processesTest).toContain("'docs/tokens.md'");
});
