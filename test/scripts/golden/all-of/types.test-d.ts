import { accept, same } from '../assertions.ts';
import type { components } from './types.js';

type Schemas = components['schemas'];

// A schema with allOf has the fields of all members, and their required fields are required.
accept<Schemas['Book']>({ id: '1', pages: 90 });
accept<Schemas['Book']>({ id: '1', pages: 90, title: 'Emma' });
accept<Schemas['CompleteBook']>({ id: '1', pages: 90, title: 'Emma' });
// A member of allOf that only lists required fields does not make the fields required.
accept<Schemas['CompleteBook']>({ id: '1', pages: 90 });
same<Schemas['Item'], { id: string; title?: string }>(true);
same<Schemas['Book']['id'], string>(true);
same<Schemas['Loan']['book'], Schemas['Book'] | undefined>(true);
// @ts-expect-error
accept<Schemas['Book']>({ pages: 90 });
// @ts-expect-error
accept<Schemas['Book']>({ id: '1' });
// @ts-expect-error
accept<Schemas['Book']>({ id: '1', pages: '90' });
// @ts-expect-error
accept<Schemas['Loan']>({ book: { id: '1' } });
