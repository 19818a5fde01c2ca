import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const root = new URL('../../', import.meta.url);
const documents = fileURLToPath(new URL('openapi/', root));
const script = fileURLToPath(new URL('scripts/site.ts', root));

/** Writes the reference again after each save of the OpenAPI document or its behavior file, while `astro dev` runs. */
export function watchDocument(): AstroIntegration {
  return {
    name: 'watch-document',
    hooks: {
      // The sidebar is part of the configuration: Astro restarts if the list of guides changes.
      'astro:config:setup': ({ addWatchFile }) => addWatchFile(new URL('docs/README.md', root)),
      'astro:server:setup': ({ server, logger }) => {
        server.watcher.add(documents);
        server.watcher.on('change', (file) => {
          if (!file.startsWith(documents)) return;
          execFile(process.execPath, [script], (error, stdout, stderr) => {
            if (error) logger.error(stderr.trim());
            else logger.info(stdout.trim());
          });
        });
      },
    },
  };
}
