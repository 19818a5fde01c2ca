import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];

// An object with named fields accepts no other fields: a misspelt field is a compile error.
same<Schemas['Book'], { title: string }>(true);
same<Schemas['Sealed'], { title: string }>(true);
// @ts-expect-error
accept<Schemas['Book']>({ title: 'Emma', titel: 'Emma' });
// @ts-expect-error
export const misspelt = (book: Schemas['Book']) => book.titel;

// An object without named fields is a map, also without additionalProperties.
same<Schemas['Counts'], { [key: string]: number }>(true);
same<Schemas['Anything'], { [key: string]: unknown }>(true);
accept<Schemas['Unspecified']>({ emma: 3 });
accept<Schemas['Labels']>({ 'x-color': 'red' });
// @ts-expect-error
accept<Schemas['Labels']>({ 'x-color': 1 });

// Additional fields with a schema stay next to named fields.
accept<Schemas['Totals']>({ all: 3, emma: 3 });
// @ts-expect-error
accept<Schemas['Totals']>({ emma: 3 });
// @ts-expect-error
accept<Schemas['Totals']>({ all: 3, emma: 'three' });

// A value of an enum is a literal, not a member of a TypeScript enum.
same<Schemas['State'], 'lent' | 'on-hold' | "reader's" | 'a "b"' | ''>(true);
same<Schemas['Mixed'], 'auto' | -1 | false | null>(true);
same<Schemas['Version'], 2>(true);

// An open enum allows every string, and keeps its listed values.
accept<Schemas['Genre']>('comic');
same<Extract<Schemas['Genre'], 'novel' | 'poetry'>, 'novel' | 'poetry'>(true);
same<Extract<Schemas['Shelf'], 'a' | 'b'>, 'a' | 'b'>(true);
accept<Schemas['Shelf']>('c');
// @ts-expect-error
accept<Schemas['Shelf']>(1);

// An enum is closed even if it has x-extensible-enum.
same<Schemas['Room'], 'a'>(true);

// Names stay as they are in the document, and a schema with the name String does not replace the type of strings.
same<
  Schemas['book.v2'],
  { class: string; 'content-type': string; '@id': string; '1st': number; constructor: boolean; naïve?: string }
>(true);
same<Schemas['String'], { value?: string }>(true);

// A field that can be null stays required or optional, as the document says.
type State = 'lent' | 'free' | null;
type Tags = (string | null)[] | null;
same<
  Schemas['Nullable'],
  { title: string | null; subtitle?: string | null; state: State; tags: Tags; book: Schemas['Sealed'] | null }
>(true);

// The type of a tuple has only the elements of prefixItems, and the bounds of a list are not in its type.
same<Schemas['Position'], [string, number]>(true);
same<Schemas['Named'], [string]>(true);
same<Schemas['Pair'], (string | number)[]>(true);
same<Schemas['Untyped'], unknown[]>(true);

// A schema with allOf has the fields of all members. A list of required fields does not make them required.
accept<Schemas['Novel']>({ title: 'Emma', pages: 90 });
// @ts-expect-error
accept<Schemas['Novel']>({ pages: 90 });
// @ts-expect-error
accept<Schemas['Novel']>({ title: 'Emma' });
accept<Schemas['Signed']>({});

// The value of a discriminator decides which fields a value has, also without a list of the alternatives.
export const length = (item: Schemas['Item']): number => (item.kind === 'film' ? item.time : item.keys);
// @ts-expect-error
accept<Schemas['Item']>({ kind: 'film', keys: 3 });
accept<Schemas['Reader']>({ role: 'reader', card: '1' });
// @ts-expect-error
accept<Schemas['Reader']>({ role: 'writer' });

// The references of recursive schemas stay references, to any depth.
same<Schemas['Author'], { works: Schemas['Work'][]; teacher?: Schemas['Author'] | null }>(true);
same<Schemas['Work'], { [key: string]: Schemas['Author'] }>(true);
