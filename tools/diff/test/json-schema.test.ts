import { testAgreement } from './json-schema/agreement.ts';

// Takes two seconds for each pair of versions; test/full has more seeds.
testAgreement([20261123], 250);
