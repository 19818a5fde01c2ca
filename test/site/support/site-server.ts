import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { siteFolder } from './site-folder.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Creates a server of a built site that compresses every file with gzip, as hosts of static sites do.
 *
 * @param base Path of the site on the server, with a slash at the end.
 */
export const createSiteServer = (folder = siteFolder, base = '/'): Server =>
  createServer(async ({ url = '/' }, response) => {
    const path = decodeURI(new URL(url, 'http://site').pathname);
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const content = path.startsWith(base)
      ? await readFile(join(folder, file.slice(base.length))).catch(() => undefined)
      : undefined;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    if (content === undefined) response.writeHead(404).end('Not found');
    else response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(gzipSync(content));
  });
