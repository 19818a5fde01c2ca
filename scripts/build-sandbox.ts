import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { readBehavior } from 'tools-document/behavior';
import { findApi, projectRoot, readDocument } from 'tools-document/read';
import { buildPackage } from '../packages/sandbox/derive/package.ts';
import { compileDeclarations } from './bundle/declarations.ts';
import { copyValidatorLicenses } from './bundle/licenses.ts';
import { runScript } from './process/run-script.ts';

const root = join(projectRoot, 'packages/sandbox');
const outdir = join(root, 'dist');

/**
 * Writes `index.d.ts`. The compiler writes a declaration file for each module, including modules of `src` from which the
 * sandbox imports types. Rollup joins these files into a single file, which refers to no file outside the package.
 */
async function writeDeclarations(): Promise<void> {
  const modules = join(outdir, 'declarations');
  await compileDeclarations(join(root, 'tsconfig.build.json'), modules);
  const ofPrivatePackage = {
    name: 'of-private-package',
    resolveId: (id: string) => {
      const [, room] = /^tools-document\/(\w+)$/.exec(id) ?? [];
      return room === undefined ? null : join(modules, `tools/document/src/${room}/index.d.ts`);
    },
  };
  const bundle = await rollup({
    input: join(modules, 'packages/sandbox/src/index.d.ts'),
    plugins: [ofPrivatePackage, dts()],
  });
  // Refer to the library that declares AsyncDisposable, so that programs without @types/node can use the declarations.
  const banner = '/// <reference lib="esnext.disposable" />';
  await bundle.write({ file: join(outdir, 'index.d.ts'), banner });
  await bundle.close();
  await rm(modules, { recursive: true });
}

await runScript(
  `npm run build:sandbox

Builds the sandbox into packages/sandbox/dist, from the OpenAPI document and its behavior file.
`,
  async () => {
    const { file } = await findApi();
    const document = await readDocument(file);
    // Read the behavior file before esbuild runs, because esbuild would add text to the message of an error.
    const behavior = await readBehavior(file, document);
    await rm(outdir, { recursive: true, force: true });
    await buildPackage(document, behavior, outdir);
    await copyValidatorLicenses(outdir);
    await writeDeclarations();
  },
);
