import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';

/** Creates a server of a page. Each request reads the file, so a new version of the page needs no restart. */
export const createDocsServer = (file: string): Server =>
  createServer(async (_request, response) => {
    const page = await readFile(file).catch(() => undefined);
    if (page === undefined) {
      response
        .writeHead(503, { 'Content-Type': 'text/plain' })
        .end('The docs page does not exist yet. Reload later.\n');
    } else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  });
