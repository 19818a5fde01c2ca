import type { TypedCalls } from '../../../../src/calls.ts';
import { accept, same } from '../assertions.ts';
import type { components, paths } from './types.js';

type Book = components['schemas']['Book'];

declare const calls: TypedCalls<paths>;

// Path items, operations and schemas of other files have the same types as in one file.
const book = calls.GET('/books/{id}', { params: { path: { id: '1' } } });
const shelves = calls.GET('/shelves');
same<NonNullable<Awaited<typeof book>['data']>, Book>(true);
same<NonNullable<Awaited<typeof shelves>['data']>, { name: string }[]>(true);
same<Book, { title: string; shelf?: { name: string } }>(true);
accept<Book>({ title: 'Emma', shelf: { name: 'A' } });
// @ts-expect-error
calls.GET('/books/{id}');
// @ts-expect-error
calls.GET('/books/{id}', { params: { path: { book_id: '1' } } });
// @ts-expect-error
accept<Book>({ title: 'Emma', shelf: {} });
// @ts-expect-error
accept<Book>({ shelf: { name: 'A' } });
