import { describeManyCalls } from '../faults/describe-many-calls.ts';

describeManyCalls(10_000);
