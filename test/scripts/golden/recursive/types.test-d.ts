import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];

accept<Schemas['Category']>({ name: 'Fiction', children: [{ name: 'Novels', children: [] }] });
accept<Schemas['Edition']>({ year: 1816, previous: { year: 1815, previous: null } });
accept<Schemas['Filter']>({ all: [{ not: {} }] });
same<Schemas['Edition'], { year: number; previous: Schemas['Edition'] | null }>(true);
same<Schemas['Category']['children'][number]['children'], Schemas['Category'][]>(true);
// @ts-expect-error
accept<Schemas['Category']>({ name: 'Fiction', children: [{ name: 'Novels' }] });
// @ts-expect-error
accept<Schemas['Edition']>({ year: 1816, previous: { year: 1815 } });
// @ts-expect-error
accept<Schemas['Filter']>({ all: [{ nor: {} }] });
