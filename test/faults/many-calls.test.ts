import { describeManyCalls } from './describe-many-calls.ts';

// Far more calls than the number of listeners on one signal at which Node prints a warning.
describeManyCalls(1_000);
