import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Behavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { deriveOperations, describingOperations, itemSchema, listOperations } from 'tools-document/operations';
import { projectRoot } from 'tools-document/read';
import { type FieldSchema, propertiesOf } from 'tools-document/schema';
import { expressionOf } from '../../../common/formatting.ts';
import { groupBy } from '../../../common/group-by.ts';
import type { BundledDocument } from '../src/bundled-document.ts';
import type { SeedResource } from '../src/seed/seed-schema.ts';
import { deriveDocument } from './derive-document.ts';
import { typeNames } from './derive-request.ts';
import { isMap } from './response-fields.ts';
import { requestValidators, seedValidator } from './validator-code.ts';

/**
 * Writes the JavaScript files of the package for a document: one file for each entry point, and chunks, which these
 * files share or import on first use. No file contains the document itself.
 *
 * @param outdir Folder of the files.
 * @returns The facts that were derived from the document.
 */
export async function buildPackage(
  document: OpenApiDocument,
  behavior: Behavior,
  outdir: string,
): Promise<BundledDocument> {
  const derived = await deriveDocument(document, behavior);
  const { api, tokenEndpoint } = behavior;
  const modules = {
    'sandbox-document': `export const document = ${expressionOf(derived)};`,
    'sandbox-behavior': `export const behavior = ${expressionOf({ api, tokenEndpoint })};`,
    'request-validators': await requestValidators(document, listOperations(document)),
    'seed-validator': await seedValidator(document, seedResources(document, derived), derived.aliases),
  };
  const source = join(projectRoot, 'packages/sandbox/src');
  await build({
    entryPoints: { index: join(source, 'index.ts'), cli: join(source, 'cli.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The paths of tsconfig.json point to the sources of the private packages, so their code is bundled.
    packages: 'external',
    outdir,
    plugins: [provide(modules)],
    logLevel: 'warning',
  });
  return derived;
}

/** Creates an esbuild plugin that provides modules by name. */
const provide = (modules: Readonly<Record<string, string>>): Plugin => ({
  name: 'provide',
  setup: ({ onResolve, onLoad }) => {
    const filter = new RegExp(`^(${Object.keys(modules).join('|')})$`);
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'provided' }));
    onLoad({ filter: /.*/, namespace: 'provided' }, ({ path }) => ({ contents: modules[path] ?? '' }));
  },
});

/** Returns the parts of the resources on which the schema of a seed depends. */
function seedResources(document: OpenApiDocument, { resources }: BundledDocument): SeedResource[] {
  const byResource = groupBy(deriveOperations(document), ({ resource }) => resource);
  return Object.entries(resources).map(([key, { idField, isSingleton, outerCount }]) => {
    const described = describingOperations(byResource.get(key) ?? []);
    const [best] = described;
    const item = best && itemSchema(best);
    const idSchema = idField === undefined ? undefined : propertiesOf(document, item ?? {}).get(idField);
    return {
      key,
      // An item that the document does not describe has an id in the field `id`.
      idField: isSingleton ? undefined : (idField ?? (item === undefined ? 'id' : undefined)),
      idTypes: typeNames(document, idSchema ?? {}),
      isNested: outerCount > 0,
      item,
      fields: declaredFields(
        document,
        described.flatMap((operation) => itemSchema(operation) ?? []),
      ),
    };
  });
}

/**
 * Returns the names of the fields that the schemas of an item declare. Returns `undefined` if they declare no field, or
 * if one of them has a schema for other fields. `additionalProperties: true` allows other fields only in responses, as
 * in the generated types.
 */
function declaredFields(document: OpenApiDocument, schemas: readonly FieldSchema[]): string[] | undefined {
  const fields = [...new Set(schemas.flatMap((schema) => [...propertiesOf(document, schema).keys()]))];
  return fields.length === 0 || schemas.some((schema) => isMap(document, schema)) ? undefined : fields;
}
