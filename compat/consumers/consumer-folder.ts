import { exec } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPacked } from '../../scripts/process/install-packed.ts';
import { packPackages } from '../../scripts/process/pack.ts';
import { blocksOf, pages } from '../../test/docs/markdown-pages.ts';

const compat = dirname(import.meta.dirname);
// The cast is safe: this package.json has dependencies.
const { dependencies } = JSON.parse(readFileSync(join(compat, 'package.json'), 'utf8')) as {
  dependencies: Readonly<Record<string, string>>;
};
/** Names of the packages in the folder `compat`: compilers, test runners, bundlers, tools of examples, and runtimes. */
export const tools = Object.keys(dependencies);
/** The folder of these packages. */
export const toolModules = join(compat, 'node_modules');

/** A package in a temporary folder, in which both packed packages and tools are installed. */
export interface Consumer {
  /** Absolute path of the folder. */
  readonly folder: string;
  /**
   * Runs a command line, and resolves with what the command prints. Rejects if the command fails; the message of the
   * error contains what the command printed.
   *
   * @param cwd Absolute path of the folder in which the command runs.
   * @default cwd the folder of the consumer
   * @param variables Additional environment variables of the command.
   */
  run(command: string, cwd?: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

/** Links tools into the folder of a package, with their commands. */
export async function linkTools(names: readonly string[], folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  // The runtimes are in the same folder. The command `node` of a consumer is that of its environment.
  const commands = (await readdir(join(toolModules, '.bin'))).filter((name) => name !== 'node');
  for (const name of [...commands.map((command) => join('.bin', command)), ...names]) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(toolModules, name), join(modules, name), 'junction');
  }
}

/**
 * Packs and installs both packages.
 *
 * @param files The files of the consumer: absolute paths, by their path in the consumer's folder.
 * @param linked The tools that the consumer can use.
 */
export async function createConsumer(
  files: Readonly<Record<string, string>> = {},
  linked: readonly string[] = tools,
): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-management-consumer-'));
  const { client, sandbox } = packPackages(folder);
  await installPacked(client, 'tenant-management-client', folder);
  await installPacked(sandbox, 'tenant-management-sandbox', folder);
  await linkTools(linked, folder);
  for (const [path, source] of Object.entries(files)) await cp(source, join(folder, path), { recursive: true });
  return {
    folder,
    run: (command, cwd = folder, variables = {}) => runCommand(command, cwd, variables),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** See the method `run` of {@link Consumer}. */
export const runCommand = (command: string, cwd: string, variables: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    exec(command, { cwd, env: { ...environment(), ...variables } }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout + stderr);
      else reject(new Error(`${command} failed:\n${stdout}${stderr}`));
    });
  });

/**
 * Like {@link createConsumer}, but pnpm installs both packages, without a registry. The dependencies of the packages are
 * only in `node_modules/.pnpm`.
 */
export async function createPnpmConsumer(files: Readonly<Record<string, string>>): Promise<Consumer> {
  const consumer = await createConsumer(files, []);
  const { folder, run } = consumer;
  await rename(join(folder, 'node_modules'), join(folder, 'packed'));
  const packed = globSync(['*/package.json', '@*/*/package.json'], { cwd: join(folder, 'packed') }).map(dirname);
  const manifest = {
    dependencies: { 'tenant-management-client': '*', 'tenant-management-sandbox': '*' },
    pnpm: { overrides: Object.fromEntries(packed.map((name) => [name, `file:packed/${name}`])) },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run(`node "${join(toolModules, 'pnpm/bin/pnpm.cjs')}" install --offline --store-dir store`);
  await rm(join(folder, 'node_modules/.bin'), { recursive: true });
  await linkTools(tools, folder);
  return consumer;
}

/**
 * The environment of a command: without the variables of the Vitest that runs this test, and with an npm that does not
 * use the network.
 */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|SystemRoot)$/i.test(name))),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
});

/**
 * Returns the code block with the given language and text below a heading of a page.
 *
 * @param page By default, the text of the page in this project.
 * @throws Error If the section does not have exactly one such block.
 */
export function documentedBlock(file: string, heading: string, language: string, text = '', page?: string): string {
  const content = page ?? pages.find((candidate) => candidate.file === file)?.text ?? '';
  const section = content.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? '';
  const [block, ...others] = blocksOf({ file, text: section }).filter(
    (candidate) => candidate.language === language && candidate.code.includes(text),
  );
  if (block === undefined || others.length > 0)
    throw new Error(`${file} must have exactly one ${language} block with "${text}" below the heading "${heading}"`);
  return block.code;
}
