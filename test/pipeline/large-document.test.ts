import { describeLargeDocument } from './describe-large-document.ts';

// TypeScript 7 is the fastest; `npm run test:full` uses 5.9.
describeLargeDocument({ operations: 60, compiler: 'typescript-7.0' });
