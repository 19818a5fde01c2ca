import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];

// The value of a discriminator decides which fields a value has.
accept<Schemas['Item']>({ kind: 'book', pages: 90 });
accept<Schemas['Item']>({ kind: 'film', minutes: 90 });
export const length = (item: Schemas['Item']): number => (item.kind === 'book' ? item.pages : item.minutes);
// @ts-expect-error
accept<Schemas['Item']>({ kind: 'book', minutes: 90 });
// @ts-expect-error
accept<Schemas['Item']>({ kind: 'song', minutes: 90 });
// @ts-expect-error
export const pages = (item: Schemas['Item']) => item.pages;

// In the schema of a subtype, the discriminator has the value of the mapping.
same<Schemas['Reader']['role'], 'reader'>(true);
same<Schemas['Member']['role'], string>(true);
accept<Schemas['Reader']>({ role: 'reader', card: '7' });
accept<Schemas['Reader']>({ role: 'reader' });
// @ts-expect-error
accept<Schemas['Reader']>({ role: 'librarian' });

// Without a discriminator, the type is a union.
accept<Schemas['Contact']>({ email: 'reader@example.com' });
accept<Schemas['Contact']>({ phone: '555-0100' });
accept<Schemas['Contact']>({ email: 'reader@example.com', phone: '555-0100' });
same<Schemas['Number'], string | number>(true);
// @ts-expect-error
accept<Schemas['Contact']>({});
