import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];

same<Schemas['State'], 'lent' | 'free' | 'on-hold' | "reader's" | 'a "b"' | ''>(true);
same<Schemas['Floor'], -1 | 0 | 1>(true);
same<Schemas['Flag'], true>(true);
same<Schemas['Mixed'], 'auto' | 1 | false | null>(true);
same<Schemas['Kind'], 'book'>(true);
same<Schemas['Version'], 2>(true);
same<Schemas['Book'], { kind: 'book'; state: Schemas['State']; states?: Schemas['State'][] }>(true);

// A value of an enum is a literal, not a member of a TypeScript enum.
accept<Schemas['Book']>({ kind: 'book', state: 'lent', states: ['free', "reader's"] });
// @ts-expect-error
accept<Schemas['Book']>({ kind: 'film', state: 'lent' });
// @ts-expect-error
accept<Schemas['Book']>({ kind: 'book', state: 'lost' });
// @ts-expect-error
accept<Schemas['Book']>({ kind: 'book', state: 'lent', states: ['lost'] });
// @ts-expect-error
accept<Schemas['Floor']>(2);

// An open enum allows every string, and keeps its listed values.
accept<Schemas['Genre']>('comic');
same<Extract<Schemas['Genre'], 'novel' | 'poetry'>, 'novel' | 'poetry'>(true);
same<Extract<Schemas['Shelf'], 'a' | 'b'>, 'a' | 'b'>(true);
accept<Schemas['Shelf']>('c');
// @ts-expect-error
accept<Schemas['Shelf']>(1);

// An enum is closed even if it has x-extensible-enum.
same<Schemas['Room'], 'a'>(true);
