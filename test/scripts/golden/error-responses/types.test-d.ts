import type { TypedCalls } from '../../../../src/calls.ts';
import type { ApiError } from '../../../../src/errors/errors.ts';
import { same } from '../assertions.ts';
import type { operations, paths } from './types.js';

declare const calls: TypedCalls<paths>;

type Problem = { title: string };

/** The error of a call that fails. */
type Failed<C extends Promise<{ error?: unknown }>> = NonNullable<Awaited<C>['error']>;

// The status narrows the type of the body. An exact status has priority over a range, and a range over default.
export const read = async () => {
  const { error } = await calls.GET('/books/{id}', { params: { path: { id: '1' } } });
  if (error?.status === 404) same<typeof error.body, { missing: string }>(true);
  if (error?.status === 401) same<typeof error.body, unknown>(true);
  if (error?.status === 410) same<typeof error.body, Problem>(true);
  if (error?.status === 502) same<typeof error.body, unknown>(true);
  // @ts-expect-error
  if (error?.status === 410) error.body.missing;
  // @ts-expect-error
  error?.body.title;
};
export const list = async () => {
  const { error } = await calls.GET('/loans');
  if (error?.status === 404) same<typeof error.body, Problem>(true);
  if (error?.status === 500) same<typeof error.body, Problem>(true);
  if (error?.status === 503) same<typeof error.body, unknown>(true);
  if (error?.status === 200) same<typeof error.body, unknown>(true);
};

// Without the schema of an error, the type of the error is the class.
const shelves = calls.GET('/shelves');
same<Failed<typeof shelves>, ApiError>(true);
same<NonNullable<Awaited<typeof shelves>['data']>, { id: string }>(true);

// A response without content, and a content without a schema.
same<operations['read_book']['responses'][401]['content'], undefined>(true);
type Closed = { 'application/json': { opens?: string }; 'text/html': string };
same<operations['list_loans']['responses'][503]['content'], Closed>(true);
same<operations['list_shelves']['responses']['default']['content']['application/json'], unknown>(true);
