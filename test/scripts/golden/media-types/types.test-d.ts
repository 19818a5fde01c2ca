import type { TypedCalls } from '../../../../src/calls.ts';
import { same } from '../assertions.ts';
import type { operations, paths } from './types.js';

declare const calls: TypedCalls<paths>;

/** The type of the data of a call. */
type Data<C extends Promise<{ data?: unknown }>> = NonNullable<Awaited<C>['data']>;

// In a request, a form is FormData or URLSearchParams, and text is a Blob. A response without JSON is a Response.
const cover = calls.POST('/covers', { body: new FormData() });
const notes = calls.PUT('/notes', { body: new Blob(['signed']) });
const login = calls.POST('/logins', { body: new URLSearchParams({ name: 'emma' }) });
calls.PUT('/notes');
calls.POST('/books', { body: { title: 'Emma' } });
same<Data<typeof cover>, Response>(true);
same<Data<typeof notes>, Response>(true);
same<Data<typeof login>, { token: string } | Response>(true);
// @ts-expect-error
calls.POST('/covers', { body: { image: 'png' } });
// @ts-expect-error
calls.POST('/covers');
// @ts-expect-error
calls.PUT('/notes', { body: 'signed' });
// @ts-expect-error
calls.POST('/logins', { body: { name: 'emma' } });
// @ts-expect-error
calls.POST('/books', { body: '<book/>' });

// The types keep the schema of every media type.
type Form = operations['create_cover']['requestBody']['content']['multipart/form-data'];
same<Form, { image: string; title?: string }>(true);
same<operations['log_in']['requestBody']['content']['application/x-www-form-urlencoded'], { name: string }>(true);
same<NonNullable<operations['replace_notes']['requestBody']>['content']['text/plain'], string>(true);
same<operations['create_book']['requestBody']['content']['application/xml'], string>(true);
same<operations['create_cover']['responses'][201]['content']['image/png'], string>(true);
same<keyof operations['replace_notes']['responses'][200]['content'], 'text/plain; charset=utf-8'>(true);
