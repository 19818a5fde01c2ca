import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];

same<Schemas['Tags'], string[]>(true);
same<Schemas['Grid'], (number | null)[][]>(true);
same<Schemas['Choice'], (string | number)[]>(true);
same<Schemas['Anything'], unknown[]>(true);
accept<Schemas['Grid']>([[1, null], []]);
// @ts-expect-error
accept<Schemas['Tags']>([1]);
// @ts-expect-error
accept<Schemas['Grid']>([1]);

// A list with prefixItems is a tuple.
same<Schemas['Position'], [string, number]>(true);
accept<Schemas['Position']>(['A', 1]);
// The type of a tuple has only the elements of prefixItems.
same<Schemas['Named'], [string]>(true);
// @ts-expect-error
accept<Schemas['Position']>(['A']);
// @ts-expect-error
accept<Schemas['Position']>([1, 'A']);
// @ts-expect-error
accept<Schemas['Position']>(['A', 1, 2]);

// The bounds of a list are not in the types.
same<Schemas['Pair'], string[]>(true);
accept<Schemas['Pair']>([]);
