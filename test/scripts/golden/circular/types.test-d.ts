import type { TypedCalls } from '../../../../src/calls.ts';
import { accept, same } from '../assertions.ts';
import type { components, paths } from './types.js';

type Author = components['schemas']['Author'];
type Book = components['schemas']['Book'];

declare const calls: TypedCalls<paths>;

// The references stay references, to any depth.
same<Author, { name: string; books: Book[] }>(true);
same<Author['books'][number]['author']['books'], Book[]>(true);
accept<Author>({ name: 'Austen', books: [{ author: { name: 'Austen', books: [] } }] });
accept<Book>({ author: { name: 'Austen', books: [] }, editors: { first: { name: 'Chapman', books: [] } } });
export const read = async () => (await calls.GET('/authors/{id}', { params: { path: { id: '1' } } })).data?.books;
same<Awaited<ReturnType<typeof read>>, Book[] | undefined>(true);
// @ts-expect-error
accept<Author>({ name: 'Austen', books: [{}] });
// @ts-expect-error
accept<Author>({ name: 'Austen', books: [{ author: { name: 'Austen', books: [{}] } }] });
// @ts-expect-error
accept<Book>({ author: { name: 'Austen', books: [] }, editors: { first: { name: 'Chapman' } } });
