import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { markdownTwin } from '../markdown-twin.ts';

export const getStaticPaths = async () =>
  (await getCollection('docs')).map((page) => ({ params: { page: page.id }, props: { page } }));

export const GET: APIRoute = ({ props }) => new Response(markdownTwin(props['page']));
