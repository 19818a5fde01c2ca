import type { TypedCalls } from '../../../../src/calls.ts';
import type { ApiError } from '../../../../src/errors/errors.ts';
import { same } from '../assertions.ts';
import type { components, operations, paths } from './types.js';

type Book = components['schemas']['Book'];
type Problem = { title: string };

declare const calls: TypedCalls<paths>;
const path = { 'shelf-id': 'a' };
const header = { 'X-Library': 'main' };
const cookie = { session: 's' };

/** The type of the data of a successful call. */
type Data<C extends Promise<{ data?: unknown; error?: unknown }>> = Extract<Awaited<C>, { error?: undefined }>['data'];

// An operation has the parameters of its path item. The object `query` is optional, because all of it is optional.
const books = calls.GET('/shelves/{shelf-id}/$books', { params: { path, header, cookie } });
calls.GET('/shelves/{shelf-id}/$books', {
  params: { path, header, cookie, query: { language: 'fr', 'page[size]': 10, filter: { author: 'Austen' } } },
});
// @ts-expect-error
calls.GET('/shelves/{shelf-id}/$books');
// @ts-expect-error
calls.GET('/shelves/{shelf-id}/$books', { params: { header, cookie } });
// @ts-expect-error
calls.GET('/shelves/{shelf-id}/$books', { params: { path: { shelfId: 'a' }, header, cookie } });
// @ts-expect-error
calls.GET('/shelves/{shelf-id}/$books', { params: { path, cookie } });
// @ts-expect-error
calls.GET('/shelves/{shelf-id}/$books', { params: { path, header } });
// @ts-expect-error
calls.GET('/shelves/{shelf-id}/$books', { params: { path, header, cookie, query: { pageSize: 10 } } });
// @ts-expect-error
calls.GET('/shelves/{id}/$books', { params: { path, header, cookie } });

// A parameter of an operation replaces the parameter of the path item with the same name.
const deleted = calls.DELETE('/shelves/{shelf-id}/$books', { params: { path, query: { language: 'de' } } });
// @ts-expect-error
calls.DELETE('/shelves/{shelf-id}/$books', { params: { path, query: { language: 'fr' } } });
// @ts-expect-error
calls.DELETE('/shelves/{shelf-id}/$books', { params: { path } });
// A path has only the methods of the document.
// @ts-expect-error
calls.DELETE('/books');

// A parameter with content has the type string, for every schema of the content.
same<NonNullable<operations['list-books.v2']['parameters']['query']>['point'], string | undefined>(true);
type Headers = operations['list-books.v2']['responses'][200]['headers'];
same<Headers['ETag'], string>(true);
same<Headers['X-Count'], number | undefined>(true);

// A required body is required, and a body without `required` is optional.
const created = calls.POST('/books', { body: { title: 'Emma', pages: 90 } });
const updated = calls.PATCH('/books');
calls.PATCH('/books', { body: { title: 'Emma' } });
// @ts-expect-error
calls.POST('/books', {});
// @ts-expect-error
calls.POST('/books', { body: { title: 'Emma', page: 90 } });
// @ts-expect-error
calls.POST('/books', { body: '<book/>' });
// @ts-expect-error
calls.PATCH('/books', { body: { pages: 90 } });

// In a request, a form is FormData or URLSearchParams, and text is a Blob.
const cover = calls.POST('/covers', { body: new FormData() });
const replaced = calls.PUT('/covers', { body: new URLSearchParams({ url: '/emma' }) });
const notes = calls.PUT('/books', { body: new Blob(['signed']) });
// @ts-expect-error
calls.POST('/covers', { body: { image: 'png' } });
// @ts-expect-error
calls.PUT('/covers', { body: { url: '/emma' } });
// @ts-expect-error
calls.PUT('/books', { body: 'signed' });

// The data of a call is the content of its successful responses. A response without JSON is a Response.
const any = calls.GET('/books');
same<Data<typeof books>, Book[]>(true);
same<Data<typeof any>, Book>(true);
same<Data<typeof created>, Book | { job: string } | Response | undefined>(true);
same<Data<typeof notes>, Book>(true);
same<Data<typeof updated>, unknown>(true);
same<Data<typeof cover>, Response>(true);
same<Data<typeof replaced>, undefined>(true);

// The status narrows the type of the body. An exact status has priority over a range, and a range over default.
export const read = async () => {
  const { error } = await books;
  if (error?.status === 404) same<typeof error.body, { missing: string }>(true);
  if (error?.status === 401) same<typeof error.body, unknown>(true);
  if (error?.status === 410) same<typeof error.body, Problem>(true);
  if (error?.status === 502) same<typeof error.body, unknown>(true);
};
export const remove = async () => {
  const { error } = await deleted;
  if (error?.status === 404) same<typeof error.body, Problem>(true);
  if (error?.status === 503) same<typeof error.body, unknown>(true);
};
// Without the schema of an error, the type of the error is the class.
same<NonNullable<Awaited<typeof created>['error']>, ApiError>(true);

// An exact status is a number, and a range or default is a string. A shared response is a component.
same<keyof operations['list-books.v2']['responses'], 200 | 401 | 404 | '4XX'>(true);
same<operations['list-books.v2']['responses']['4XX'], components['responses']['Problem']>(true);
same<operations['delete_books']['responses']['default'], components['responses']['Problem']>(true);
// The types keep the schema of every media type.
type Closed = { 'application/json': { opens?: string }; 'text/html': string };
same<operations['delete_books']['responses'][503]['content'], Closed>(true);
same<operations['create_cover']['requestBody']['content'], { 'multipart/form-data': { image: string } }>(true);
