import { testAgreement } from './json-schema/agreement.ts';

// Takes two seconds; test/full has more seeds.
testAgreement([20261123], 250);
