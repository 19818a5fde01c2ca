// Builds the package into `dist`: a JavaScript file for each entry point, the chunks that they share, and one
// declaration file. The bundle contains the document, the behavior file and the catalogue, so the package reads none of
// these files at run time.
import { execFileSync } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { build, type Plugin } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { parse } from 'yaml';
import { findApi, type OpenApiDocument, projectRoot, readDocument } from '../../scripts/openapi/document.ts';
import { fail } from '../../scripts/process/fail.ts';
import type { Behavior } from '../src/behavior-schema.ts';
import { seedSchema } from '../src/seed-schema.ts';
import { readBehavior } from './behavior.ts';

const root = join(projectRoot, 'sandbox');
const outdir = join(root, 'dist');

/** Bundles a YAML file as a module that exports `document`. */
const yaml: Plugin = {
  name: 'yaml',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.yaml$/ }, async ({ path }) => ({
      contents: `export const document = ${JSON.stringify(parse(await readFile(path, 'utf8')))};`,
    })),
};

/** Provides the module `sandbox-behavior`, which exports the content of the behavior file as `behavior`. */
const behaviorModule = (behavior: Behavior): Plugin => ({
  name: 'sandbox-behavior',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^sandbox-behavior$/ }, ({ path }) => ({ path, namespace: 'behavior' }));
    onLoad({ filter: /.*/, namespace: 'behavior' }, async () => ({
      contents: `export const behavior = ${JSON.stringify(behavior)};`,
    }));
  },
});

/** Provides the module `seed-validator`, which exports the compiled validation function of seeds as `validateSeed`. */
const seedValidator = ({ components }: OpenApiDocument): Plugin => ({
  name: 'seed-validator',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^seed-validator$/ }, ({ path }) => ({ path, namespace: 'compiled' }));
    onLoad({ filter: /.*/, namespace: 'compiled' }, async () => {
      const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, code: { source: true, esm: true } });
      formats.default(ajv);
      ajv.addSchema(seedSchema(components?.schemas?.['TokenExchangeProfile'] ?? {}), 'seed');
      const stdin = { contents: standalone.default(ajv, { validateSeed: 'seed' }), resolveDir: projectRoot };
      const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
      return { contents: outputFiles[0]?.text ?? '' };
    });
  },
});

try {
  const { file } = await findApi();
  const document = await readDocument(file);
  // Read the behavior file before the build: esbuild would add text to the message of an error.
  const behavior = await readBehavior(file, document);
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: { index: join(root, 'src/index.ts'), cli: join(root, 'src/cli.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    outdir,
    plugins: [yaml, behaviorModule(behavior), seedValidator(document)],
    logLevel: 'warning',
  });
  // The compiled schema of seeds contains code of these packages, so `dist` must contain their licenses.
  for (const name of ['ajv', 'ajv-formats']) {
    await cp(join(projectRoot, 'node_modules', name, 'LICENSE'), join(outdir, `LICENSE.${name}`));
  }
  await writeDeclarations();
} catch (error) {
  fail(error);
}

/**
 * Writes `index.d.ts`. tsc writes a declaration file for each module, including modules of `src`, because the sandbox
 * imports generated types from there. Rollup joins these files into one, which refers to no file outside the package.
 */
async function writeDeclarations(): Promise<void> {
  const modules = join(outdir, 'declarations');
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  const bundle = await rollup({ input: join(modules, 'sandbox/src/index.d.ts'), plugins: [dts()] });
  await bundle.write({ file: join(outdir, 'index.d.ts') });
  await bundle.close();
  await rm(modules, { recursive: true });
}
