import { testDamage } from './damaged-documents.ts';

// `npm run test:full` tests more documents.
testDamage(100, 20261128);
