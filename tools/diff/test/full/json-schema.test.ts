import { testAgreement } from '../json-schema/agreement.ts';

// 21,000 pairs of schemas.
testAgreement([1, 2, 3, 4, 5, 6, 7], 3000);
