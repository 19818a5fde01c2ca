import type { TypedCalls } from '../../../../src/calls.ts';
import { accept, same } from '../assertions.ts';
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

// A request needs no field with readOnly, also in nested objects, lists, tuples, maps and alternatives.
type Shelf = components['schemas']['Shelf'];
declare const stored: Shelf;
same<Shelf['store']['id'], string>(true);
same<Shelf['cover']['id'], string>(true);
same<Shelf['copies'], components['schemas']['Copy'][]>(true);
// @ts-expect-error
stored.id = '1';
const shelf = {
  name: 'A',
  copies: [{}],
  above: { name: 'B', copies: [], position: [2, {}], owner: { email: 'b@example.com' }, store: {}, cover: {} },
  position: [1, {}],
  owner: { email: 'a@example.com' },
  store: { city: 'Bath' },
  cover: { city: 'Bath' },
  content: { file: 1 },
  labels: { new: {} },
  state: 'moved',
} satisfies Body;
type Body = NonNullable<Parameters<typeof calls.PUT>[1]>['body'];
calls.PUT('/shelves', { body: shelf });
calls.PUT('/shelves', { body: stored });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, owner: {} } });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, copies: [{ id: 1 }] } });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, copies: [{ shelf: 'A' }] } });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, content: { isbn: '1', ser: 1 } } });
const replaced = calls.PUT('/shelves', { body: shelf });
same<NonNullable<Awaited<typeof replaced>['data']>, Shelf>(true);
