import { asCode, type Difference } from '../../../../common/difference.ts';

/** Behavior of a target that neither the document nor an RFC requires or forbids, such as the status of HEAD. */
export interface ObservedStatus {
  /** Method and path template, such as `DELETE /books/{id}`. */
  readonly call: string;
  readonly status: number;
  /** The situation, such as `a token without scopes`. */
  readonly when: string;
}

/** Adds an observation to the report as an open row. */
export type Observe = (observation: ObservedStatus) => void;

/** Collects observations as rows of the report. */
export function createObservations(): { readonly rows: readonly Difference[]; readonly observe: Observe } {
  const rows: Difference[] = [];
  return {
    rows,
    observe: ({ call, status, when }) =>
      rows.push({
        operation: asCode(call),
        response: String(status),
        kind: when,
        detail: `not documented; observed: ${status}`,
        isOpen: true,
      }),
  };
}
