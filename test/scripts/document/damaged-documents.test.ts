import { testDamage } from './damaged-documents.ts';

// `.ci/night` tests more documents.
testDamage(100, 20261128);
