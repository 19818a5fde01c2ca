import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];

// An object with named fields accepts no other fields: a misspelt field is a compile error.
accept<Schemas['Book']>({ title: 'Emma' });
accept<Schemas['Sealed']>({ title: 'Emma' });
same<keyof Schemas['Book'], 'title'>(true);
same<Schemas['Sealed'], { title: string }>(true);
// @ts-expect-error
accept<Schemas['Book']>({ title: 'Emma', titel: 'Emma' });
// @ts-expect-error
accept<Schemas['Sealed']>({ title: 'Emma', titel: 'Emma' });
// @ts-expect-error
export const misspelt = (book: Schemas['Book']) => book.titel;

// An object without named fields is a map.
accept<Schemas['Counts']>({ emma: 3 });
accept<Schemas['Anything']>({ emma: 3, list: [] });
accept<Schemas['BooksByShelf']>({ a: [{ title: 'Emma' }] });
accept<Schemas['Labels']>({ 'x-color': 'red' });
same<Schemas['Counts'][string], number>(true);
same<Schemas['Anything'], { [key: string]: unknown }>(true);
// @ts-expect-error
accept<Schemas['Counts']>({ emma: 'three' });
// @ts-expect-error
accept<Schemas['BooksByShelf']>({ a: [{}] });
// @ts-expect-error
accept<Schemas['Labels']>({ 'x-color': 1 });

// An object without named fields can have any field, also without additionalProperties.
accept<Schemas['Unspecified']>({});
accept<Schemas['Unspecified']>({ emma: 3 });

// Additional fields with a schema stay next to named fields.
accept<Schemas['Totals']>({ all: 3, emma: 3 });
// @ts-expect-error
accept<Schemas['Totals']>({ emma: 3 });
// @ts-expect-error
accept<Schemas['Totals']>({ all: 3, emma: 'three' });
