import { describeLargeDocument } from './describe-large-document.ts';

// TypeScript 7 is the fastest compiler; `npm run test:full` uses TypeScript 5.9.
describeLargeDocument({ operations: 30, compiler: 'typescript-7.0' });
