import type { TypedCalls } from '../../../../src/calls.ts';
import { same } from '../assertions.ts';
import type { components, operations, paths } from './types.js';

type Book = components['schemas']['Book'];
type Failure = components['responses']['Failure'];

declare const calls: TypedCalls<paths>;

/** The type of the data of a successful call. */
type Data<C extends Promise<{ data?: unknown; error?: unknown }>> = Extract<Awaited<C>, { error?: undefined }>['data'];

const range = calls.GET('/range');
const fallback = calls.GET('/default');
const several = calls.POST('/several');
const empty = calls.DELETE('/empty');
const open = calls.DELETE('/open');

// The data of a call is the content of its successful responses.
same<Data<typeof range>, Book>(true);
same<Data<typeof fallback>, Book>(true);
same<Data<typeof several>, Book | { job: string } | undefined>(true);
same<Data<typeof empty>, undefined>(true);
same<Data<typeof open>, unknown>(true);
export const read = async () => {
  const { data } = await several;
  // @ts-expect-error
  return data.id;
};

// An exact status is a number, and a range or default is a string. A shared response is a component.
same<keyof operations['read_range']['responses'], '2XX' | '4XX'>(true);
same<keyof operations['create_several']['responses'], 200 | 202 | 204 | 404 | 'default'>(true);
same<operations['read_range']['responses']['4XX'], Failure>(true);
same<operations['create_several']['responses'][404], Failure>(true);
same<operations['create_several']['responses']['default'], Failure>(true);
same<operations['create_several']['responses'][202]['content']['application/json'], { job: string }>(true);
same<Failure['content']['application/problem+json'], { title: string }>(true);
