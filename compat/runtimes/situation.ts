// The calls that every runtime makes, and what they must result in.
import { battery } from '../../test/faults/battery.ts';
import { type FaultCase, withTitles } from '../../test/faults/case.ts';

/** A call over a connection with a fault, with the subject and the title of its test. */
export interface Situation {
  readonly subject: string;
  readonly title: string;
  readonly row: FaultCase;
}

/** All situations of the fault battery that need no fake time. */
export const situations: readonly Situation[] = Object.entries(battery).flatMap(([subject, cases]) =>
  withTitles(cases).map(([title, row]) => ({ subject, title, row })),
);
