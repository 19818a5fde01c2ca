import type { TypedCalls } from '../../../../src/calls.js';
import { accept, same } from '../assertions.js';
import type { components, paths } from './types.js';

type Book = components['schemas']['Book'];

declare const book: Book;
declare const calls: TypedCalls<paths>;

// A field with readOnly is readonly in TypeScript.
same<Book['id'], string | undefined>(true);
same<components['schemas']['Copy'], { readonly id: string }>(true);
// @ts-expect-error
book.id = '1';
book.title = 'Emma';
book.note = 'signed';

// A field with a default is optional in requests and in responses.
same<Book['copies'], number | undefined>(true);
accept<Book>({ title: 'Emma' });
const created = calls.POST('/books', {
  body: { title: 'Emma', copies: 2, note: 'signed', isbn10: '0141439580', isbn: '9780141439587' },
});
same<NonNullable<Awaited<typeof created>['data']>, Book>(true);
// @ts-expect-error
calls.POST('/books', { body: { copies: 2 } });
// @ts-expect-error
calls.POST('/books', { body: { title: 'Emma', copies: '2' } });
