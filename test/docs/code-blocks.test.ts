// The code blocks of README, docs and doc comments: they compile, and those that can run do run. Needs both packages built.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Block, blocks, blocksOf, projectRoot } from './markdown.ts';

/** Names that the examples assume; run-blocks.mjs sets the same names. */
const GLOBALS = `import type { ManagementClient, TokenStore } from 'tenant-management-client';
declare global {
  const accessToken: string;
  const id: string;
  const ids: string[];
  const pem: string;
  const readSecret: () => Promise<string>;
  const shutdown: AbortSignal;
  const store: TokenStore;
  const clientSecret: string;
  const vault: { token(origin: string, options: object): Promise<string> };
  const management: ManagementClient;
}
`;
/** Exports that an example may use without an import. */
const EXPORTS = {
  'tenant-management-client': [
    'ApiError',
    'clientCredentials',
    'createManagementClient',
    'privateKeyJwt',
    'sharedTokenCache',
    'unwrap',
  ],
  'tenant-management-sandbox': ['startSandbox'],
};
/** Blocks that need more than a fake fetch or a sandbox. */
const NEEDS_REDIS = '@redis/client';

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  code: ['js', 'ts'],
  shell: ['sh'],
  data: ['json', 'yaml'],
  drawing: ['mermaid'],
  output: [''],
};
const inLanguages = (kind: string) => blocks.filter(({ language }) => LANGUAGES[kind]?.includes(language));
const placeOf = ({ file, line }: Block) => `${file}:${line}`;

/** Name of the module of a block: the place of the block, because messages show the module name. */
const moduleName = ({ file, line, language }: Block) => `${file.replaceAll('/', '-')}-${line}.${language}`;

/** A block as a module, with each line of code on its line of the page. */
function moduleOf({ line, language, code }: Block): string {
  const imported = [...code.matchAll(/import (?:type )?{([^}]*)}/g)].map(([, names]) => names).join();
  const imports = Object.entries(EXPORTS).map(([name, exported]) => {
    const used = exported.filter((word) => new RegExp(`\\b${word}\\b`).test(code) && !imported.includes(word));
    return used.length > 0 ? `import { ${used.join(', ')} } from '${name}'; ` : '';
  });
  if (language === 'ts' && /\bTokenRequest\b/.test(code)) {
    imports.push("import type { TokenRequest } from 'tenant-management-client'; ");
  }
  return `export {}; ${imports.join('')}${'\n'.repeat(line - 1)}${code}`;
}

/** A comment such as `// false` or `// null: not shown` behind an expression states its value: the run checks it. */
const checkComments = (code: string): string =>
  code.replaceAll(
    /^(?:console\.log\((.+)\)|(\w[^;]*)); \/\/ (true|false|null|\[.*\])(?::.*)?$/gm,
    (_line, logged, expression, value) => `assertValue(${logged ?? expression}, ${value});`,
  );

/** A program in CommonJS, as the README describes it. */
const COMMON_JS = `const { createManagementClient } = require('tenant-management-client');
const { startSandbox } = require('tenant-management-sandbox');
console.log(typeof createManagementClient, typeof startSandbox);`;

/** The Node that the machine has installed, so that CI runs the examples on each version that it tests. */
const machineNode =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((file) => existsSync(file)) ?? process.execPath;

// Inside the project, so that the modules find both packages as a service does: by name, as they are published.
let folder = '';
beforeAll(async () => {
  await mkdir(join(projectRoot, 'reports'), { recursive: true });
  folder = await mkdtemp(join(projectRoot, 'reports/code-blocks-'));
  await writeFile(join(folder, 'globals.d.ts'), GLOBALS);
  await Promise.all(
    inLanguages('code').map(async (block) => {
      const module = moduleOf(block);
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
  const config = { extends: '../../tsconfig.json', compilerOptions: options, include: ['*.ts', '*.js'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('each fenced block is in a language that a test checks', () => {
  const checked = Object.values(LANGUAGES).flat();
  expect(blocks.filter(({ language }) => !checked.includes(language)).map(placeOf)).toEqual([]);
});

test('the README and the pages of docs have code blocks', () => {
  for (const file of ['README.md', 'sandbox/README.md', 'docs/tokens.md', 'src/client.ts']) {
    expect(inLanguages('code').map((block) => block.file)).toContain(file);
  }
});

test('a fenced block is found with its line and without its indentation', () => {
  const text = 'One\n\n  ```js\n  a();\n  ```\n\n```sh\nb\n```\n';
  expect(blocksOf({ file: 'a.md', text })).toEqual([
    { file: 'a.md', line: 4, language: 'js', code: 'a();\n' },
    { file: 'a.md', line: 8, language: 'sh', code: 'b\n' },
  ]);
});

describe('JavaScript and TypeScript blocks', () => {
  test('compile against the built packages', () => {
    const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', cwd: folder });
    expect(stdout + stderr).toBe('');
  });

  test("run on the machine's Node, and each value in a comment is the value of its expression", () => {
    const script = join(import.meta.dirname, 'run-blocks.mjs');
    const output = execFileSync(machineNode, [script, folder], { encoding: 'utf8', timeout: 60_000 });
    const runnable = inLanguages('code').filter(({ code }) => !code.includes(NEEDS_REDIS));
    expect(JSON.parse(output)).toEqual({ executed: runnable.length, failures: [] });
  });

  test('in plain JavaScript have no `await using`, which Node 20 cannot parse', () => {
    const blocksWithUsing = blocks.filter(({ language, code }) => language === 'js' && /\busing\b/.test(code));
    expect(blocksWithUsing.map(placeOf)).toEqual([]);
  });
});

test("require() loads both packages in CommonJS on the machine's Node", () => {
  const options = { encoding: 'utf8', cwd: projectRoot } as const;
  expect(execFileSync(machineNode, ['--input-type=commonjs', '-e', COMMON_JS], options)).toBe('function function\n');
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

test.each(inLanguages('drawing').map((block) => ({ place: placeOf(block), ...block })))(
  'the drawing at $place has a known type, and each module in it exists',
  ({ code }) => {
    expect(code).toMatch(/^(flowchart (TB|LR)|sequenceDiagram)\n/);
    const modules = [...code.matchAll(/\bsrc\/[\w./-]+\.ts\b/g)].map(([file]) => file);
    expect(modules.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  },
);

test('each block that needs Redis is run by the test of many processes', async () => {
  const needRedis = inLanguages('code').filter(({ code }) => code.includes(NEEDS_REDIS));
  expect(needRedis.map(({ file }) => file)).toEqual(['docs/tokens.md']);
  const processesTest = await readFile(join(projectRoot, 'test/processes/shared-token.test.ts'), 'utf8');
  expect(processesTest).toContain("'docs/tokens.md'");
});
