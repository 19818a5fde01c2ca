import type { BuiltOperation } from '../built-document.js';
import { includesStatus } from '../bundled-behavior.js';

/** The statuses that can replace a status that the document does not show, the closest status first. */
const ALTERNATIVES: Readonly<Record<number, readonly number[]>> = {
  400: [422],
  404: [410, 400, 422],
  409: [400, 422],
  415: [400, 422],
};

/** Returns the status that the document shows for a failure. Returns the same status if the document shows none. */
export function documentedStatus({ documented }: Pick<BuiltOperation, 'documented'>, status: number): number {
  return (
    [status, ...(ALTERNATIVES[status] ?? [])].find((one) => isShown({ documented }, one)) ??
    (status === 415 ? 400 : status)
  );
}

/** Whether the document shows a status: the status itself, its range or `default`. */
export const isShown = ({ documented }: Pick<BuiltOperation, 'documented'>, status: number): boolean =>
  includesStatus(documented, status) || documented.includes('default');
