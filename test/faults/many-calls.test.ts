import { describeManyCalls } from './describe-many-calls.ts';

// Node prints a warning at a far lower number of listeners on one signal.
describeManyCalls(1_000);
