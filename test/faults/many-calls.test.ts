import { describeManyCalls } from './describe-many-calls.ts';

// If each call left a listener on the signal, Node would print a warning long before the last call.
describeManyCalls(1_000);
