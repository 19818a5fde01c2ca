import type { TypedCalls } from '../../../../src/calls.ts';
import type { paths } from './types.js';

declare const calls: TypedCalls<paths>;

// A required body is required, and a body without `required` is optional.
calls.POST('/books', { body: { title: 'Emma', pages: 90 } });
calls.PUT('/books', { body: [{ title: 'Emma' }] });
calls.PATCH('/books');
calls.PATCH('/books', { body: { title: 'Emma' } });
calls.DELETE('/books');
// @ts-expect-error
calls.POST('/books');
// @ts-expect-error
calls.POST('/books', {});
// @ts-expect-error
calls.POST('/books', { body: {} });
// @ts-expect-error
calls.POST('/books', { body: { title: 'Emma', page: 90 } });
// @ts-expect-error
calls.PUT('/books', { body: { title: 'Emma' } });
// @ts-expect-error
calls.PATCH('/books', { body: { pages: 90 } });
// @ts-expect-error
calls.DELETE('/books', { body: { title: 'Emma' } });
