import { execFileSync } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { findApi, projectRoot, readBehavior, readDocument } from 'tenant-management-document';
import { buildPackage } from '../packages/sandbox/build/package.ts';
import { packDeclarations } from './build/declarations.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

answerHelp(`npm run build:sandbox

Builds the sandbox into packages/sandbox/dist, from the OpenAPI document and its behavior file.
`);

const root = join(projectRoot, 'packages/sandbox');
const outdir = join(root, 'dist');

try {
  const { file } = await findApi();
  const document = await readDocument(file);
  // Read the behavior file before esbuild runs, because esbuild would add text to the message of an error.
  const behavior = await readBehavior(file, document);
  await rm(outdir, { recursive: true, force: true });
  await buildPackage(document, behavior, outdir);
  // Copy the licenses of these packages, because the compiled validators contain their code.
  for (const name of ['ajv', 'ajv-formats']) {
    await cp(join(projectRoot, 'node_modules', name, 'LICENSE'), join(outdir, `LICENSE.${name}`));
  }
  await writeDeclarations();
} catch (error) {
  fail(error);
}

/**
 * Writes `index.d.ts`. TypeScript 7, the fastest compiler, writes a declaration file for each module, including modules
 * of `src` from which the sandbox imports types. Rollup joins these files into a single file, which refers to no file
 * outside the package.
 */
async function writeDeclarations(): Promise<void> {
  const modules = join(outdir, 'declarations');
  const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  const ofPrivatePackage = {
    name: 'of-private-package',
    resolveId: (id: string) =>
      id === 'tenant-management-document' ? join(modules, 'packages/document/src/index.d.ts') : null,
  };
  const bundle = await rollup({
    input: join(modules, 'packages/sandbox/src/index.d.ts'),
    plugins: [ofPrivatePackage, dts({ sourcemap: true })],
  });
  // Refer to the library that declares AsyncDisposable, so that programs without @types/node can use the declarations.
  const banner = '/// <reference lib="esnext.disposable" />';
  await bundle.write({ file: join(outdir, 'index.d.ts'), banner, sourcemap: true });
  await bundle.close();
  await rm(modules, { recursive: true });
  await packDeclarations(outdir, ['index.d.ts']);
}
