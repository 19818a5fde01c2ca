import { describeManyCalls } from './describe-many-calls.ts';

// Far above the number from which Node warns about listeners on one signal.
describeManyCalls(1_000);
