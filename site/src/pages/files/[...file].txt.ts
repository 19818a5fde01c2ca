// Serves files of the repository that pages link to, such as examples, as text.
import { globSync, readFileSync } from 'node:fs';
import type { APIRoute } from 'astro';

/** Patterns of these files. A link of a page publishes no file, because the reference has links of the document. */
const FILES = ['examples/**/*.{js,mjs,ts,json}', 'test/README.md', 'tools/diff/src/policy.ts'];

export const getStaticPaths = () =>
  globSync(FILES, { cwd: '..', exclude: ['**/node_modules'] }).map((file) => ({
    params: { file: file.replaceAll('\\', '/') },
  }));

export const GET: APIRoute = ({ params }) => new Response(readFileSync(`../${params['file']}`, 'utf8'));
