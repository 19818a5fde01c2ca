import { accept, same } from '../assertions.ts';
import type { components as components30 } from '../nullable-3.0/types.js';
import type { components } from './types.js';

type Schemas = components['schemas'];
type Book = Schemas['Book'];

// The two documents describe the same values, so the types are the same.
same<components['schemas'], components30['schemas']>(true);
accept<Book>({ title: null, state: null, tags: null, shelf: null, size: null });
same<Book['title'], string | null>(true);
same<Book['state'], 'lent' | 'free' | null>(true);
same<Book['tags'], (string | null)[] | null>(true);
same<Book['shelf'], Schemas['Shelf'] | null>(true);
// @ts-expect-error
accept<Book>({ title: null, state: null, tags: null, shelf: null });
// @ts-expect-error
accept<Book['tags']>([1]);
// @ts-expect-error
accept<Book['size']>({ height: null });
