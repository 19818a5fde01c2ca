import type { TypedCalls } from '../../../../src/calls.ts';
import { accept, same } from '../assertions.ts';
import type { components, paths } from './types.js';

type Book = components['schemas']['Book'];

declare const book: Book;
declare const calls: TypedCalls<paths>;

// A field with readOnly is readonly in TypeScript.
same<Book['id'], string | undefined>(true);
same<components['schemas']['Copy'], { readonly id: string; key: string }>(true);
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
same<NonNullable<Awaited<typeof created>['data']>, components['schemas']['BookResponse']>(true);
same<keyof components['schemas']['BookResponse'], Exclude<keyof Book, 'note'>>(true);
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
  copies: [{ key: 'k' }],
  above: {
    name: 'B',
    copies: [],
    position: [2, { key: 'k' }],
    owner: { email: 'b@example.com', key: 'k' },
    store: {},
    cover: {},
  },
  position: [1, { key: 'k' }],
  owner: { email: 'a@example.com', key: 'k' },
  store: { city: 'Bath' },
  cover: { city: 'Bath' },
  content: { file: 1 },
  labels: { new: { key: 'k' } },
  lock: { pin: '1' },
  state: 'moved',
} satisfies Body;
type Body = NonNullable<Parameters<typeof calls.PUT>[1]>['body'];
calls.PUT('/shelves', { body: shelf });
calls.PUT('/shelves', { body: stored });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, owner: {} } });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, copies: [{}] } });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, copies: [{ id: 1, key: 'k' }] } });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, copies: [{ shelf: 'A', key: 'k' }] } });
// @ts-expect-error
calls.PUT('/shelves', { body: { ...shelf, content: { isbn: '1', ser: 1 } } });
const replaced = calls.PUT('/shelves', { body: shelf });

// A response has no field with writeOnly, also in nested objects, lists, tuples, maps and alternatives.
type Read = NonNullable<Awaited<typeof replaced>['data']>;
type Copy = { readonly id: string };
same<Read, components['schemas']['ShelfResponse']>(true);
same<keyof Read, keyof Shelf>(true);
same<[Read['copies'], Read['position'], Read['labels']], [Copy[], [number, Copy], { [key: string]: Copy } | undefined]>(
  true,
);
same<[keyof Read['owner'], keyof NonNullable<Read['lock']>], ['id' | 'email', 'id' | 'city']>(true);
same<[keyof NonNullable<Shelf['spare']>, keyof NonNullable<Read['spare']>], ['id' | 'key', 'id']>(true);
same<Read['above'], Read | undefined>(true);
same<Read['kind'], { kind: 'Open' } | { kind: 'Closed' } | undefined>(true);
same<NonNullable<Read['pet']>['kind'], 'Cat'>(true);
same<Extract<NonNullable<Awaited<typeof replaced>['error']>, { status: 400 }>['body'], Copy>(true);

// A component that no request uses keeps its name, without the field with writeOnly.
const loans = calls.GET('/loans');
type Loan = NonNullable<Awaited<typeof loans>['data']>[number];
same<Loan, components['schemas']['Loan']>(true);
same<Loan, { book: components['schemas']['BookResponse']; next?: components['schemas']['Renewal'] }>(true);
