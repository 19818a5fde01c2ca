import { testAgreement } from '../json-schema/agreement.ts';

// With the three pairs of versions, 21,000 pairs of schemas.
testAgreement([1, 2, 3, 4, 5, 6, 7], 1000);
