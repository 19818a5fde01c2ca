import type { TypedCalls } from '../../../../src/calls.ts';
import { same } from '../assertions.ts';
import type { operations, paths } from './types.js';

declare const calls: TypedCalls<paths>;
const header = { 'X-Library': 'main' };
const cookie = { session: 's' };

// Required parameters are required. The object `query` is optional, because all query parameters are optional.
calls.GET('/books', { params: { header, cookie } });
calls.GET('/books', {
  params: { header: { ...header, 'If-None-Match': '"1"' }, cookie: { ...cookie, theme: 'dark' } },
});
calls.GET('/books', { params: { header, cookie, query: { filter: { author: 'Austen' }, tag: ['novel'] } } });
// @ts-expect-error
calls.GET('/books');
// @ts-expect-error
calls.GET('/books', { params: { cookie } });
// @ts-expect-error
calls.GET('/books', { params: { header } });
// @ts-expect-error
calls.GET('/books', { params: { header: { 'If-None-Match': '"1"' }, cookie } });
// @ts-expect-error
calls.GET('/books', { params: { header, cookie: { session: 's', theme: 'blue' } } });
// @ts-expect-error
calls.GET('/books', { params: { header, cookie, query: { filter: { writer: 'Austen' } } } });
// @ts-expect-error
calls.GET('/books', { params: { header, cookie, query: { tag: 'novel' } } });

type Headers = operations['list_books']['responses'][200]['headers'];
same<Headers['ETag'], string>(true);
same<Headers['X-Count'], number | undefined>(true);
same<Headers['Date'], unknown>(true);

// A parameter with content has the type string, for every schema of the content.
type Parameters = operations['list_books']['parameters'];
same<Parameters['query'], { filter?: { author?: string }; tag?: string[]; point?: string } | undefined>(true);
same<Parameters['cookie'], { session: string; theme?: 'dark' | 'light' }>(true);
same<paths['/books']['parameters'], { query?: never; header?: never; path?: never; cookie?: never }>(true);
