import { describeManyCalls } from './describe-many-calls.ts';

// Far above the number of listeners on one signal at which Node warns.
describeManyCalls(1_000);
