import type { TypedCalls } from '../../../../src/calls.ts';
import { accept, same } from '../assertions.ts';
import type { components, operations, paths } from './types.js';

type Book = components['schemas']['book.v2'];

declare const calls: TypedCalls<paths>;

// Names stay as they are in the document.
const count = calls.GET('/books/{book-id}/$count', {
  params: { path: { 'book-id': '1' }, query: { 'page[size]': 10 } },
});
const book = { class: 'a', 'content-type': 'b', '@id': 'c', '1st': 1, constructor: true };
same<NonNullable<Awaited<typeof count>['data']>, Book>(true);
same<keyof operations, 'count-books.v2'>(true);
same<components['schemas']['3d-model'], string>(true);
// A schema with the name String does not replace the type of strings.
same<components['schemas']['String'], { value?: string }>(true);
accept<Book>(book);
accept<Book>({ ...book, naïve: 'd' });
same<
  Book,
  { class: string; 'content-type': string; '@id': string; '1st': number; constructor: boolean; naïve?: string }
>(true);
// @ts-expect-error
calls.GET('/books/{book-id}/$count', { params: { path: { bookId: '1' } } });
// @ts-expect-error
calls.GET('/books/{book-id}/$count', { params: { path: { 'book-id': '1' }, query: { pageSize: 10 } } });
// @ts-expect-error
accept<Book>({ ...book, '1st': '1' });
// @ts-expect-error
accept<Book>({ class: 'a', contentType: 'b', '@id': 'c', '1st': 1, constructor: true });
