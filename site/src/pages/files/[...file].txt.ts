// Serves the files that pages link to, such as examples, as text.

import { getCollection } from 'astro:content';
import { readFileSync } from 'node:fs';
import type { APIRoute } from 'astro';
import { linkedFiles } from '../../linked-files.ts';

export const getStaticPaths = async () =>
  linkedFiles(await getCollection('docs')).map((file) => ({ params: { file } }));

export const GET: APIRoute = ({ params }) => new Response(readFileSync(`../${params['file']}`, 'utf8'));
