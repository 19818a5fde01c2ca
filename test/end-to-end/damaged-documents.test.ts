import { testDamage } from '../scripts/document/damaged-documents.ts';

for (const seed of [1, 2, 3, 4]) testDamage(500, seed);
