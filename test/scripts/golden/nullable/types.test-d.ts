import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];
type Book = Schemas['Book'];

// A field that can be null stays required or optional, as the document says.
accept<Book>({ title: null, state: null, tags: null, shelf: null, size: null });
accept<Book>({ title: 'Emma', subtitle: null, state: 'free', tags: [null], shelf: { name: 'A' }, size: { height: 1 } });
same<Book['title'], string | null>(true);
same<Book['state'], 'lent' | 'free' | null>(true);
same<Book['tags'], (string | null)[] | null>(true);
same<Book['shelf'], Schemas['Shelf'] | null>(true);
same<Book['size'], { height: number } | null>(true);
same<Schemas['Shelf'], { name: string }>(true);
// @ts-expect-error
accept<Book>({ title: null, state: null, tags: null, shelf: null });
// @ts-expect-error
accept<Book['tags']>([1]);
// @ts-expect-error
accept<Book['state']>('lost');
// @ts-expect-error
accept<Schemas['Shelf']>({ name: null });
// @ts-expect-error
accept<Book['size']>({ height: null });
