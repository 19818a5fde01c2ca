// The text of the operations of a group, or of the schemas, in one file.
import type { APIRoute } from 'astro';
import { markdownTwin } from '../../markdown-twin.ts';
import { readFiles } from '../../page-list.ts';

export const getStaticPaths = async () =>
  (await readFiles()).files.map(({ name, pages }) => ({ params: { name }, props: { pages } }));

export const GET: APIRoute = ({ props }) => new Response(props['pages'].map(markdownTwin).join('\n---\n\n'));
