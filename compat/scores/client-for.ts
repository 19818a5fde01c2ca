import { join } from 'node:path';
import { build } from 'esbuild';
import { type OpenApiDocument, projectRoot } from 'tenant-management-document';
import { parameterStylesModule } from '../../scripts/generate/parameter-styles.ts';
import type * as Client from '../../src/index.ts';

/** Bundles the client with the styles of the parameters of a document, and imports it. */
export async function clientFor(document: OpenApiDocument): Promise<typeof Client> {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, 'src/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [
      {
        name: 'parameter-styles',
        setup: ({ onLoad }) => {
          onLoad({ filter: /[\\/]generated[\\/]parameter-styles\.ts$/ }, ({ path }) => ({
            contents: parameterStylesModule(document),
            loader: 'ts',
            resolveDir: join(path, '..'),
          }));
        },
      },
    ],
  });
  const [bundle] = outputFiles;
  return await import(`data:text/javascript,${encodeURIComponent(bundle?.text ?? '')}`);
}
