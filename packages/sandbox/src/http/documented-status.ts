import type { BuiltOperation } from '../built-document.js';
import { includesStatus } from '../bundled-behavior.js';

/** The failures that are a 400 if the document shows 400, but not their own status. */
const BAD_REQUESTS = [404, 409, 415];

/** Returns the status that the document shows for a failure. Returns the same status if the document shows none. */
export const documentedStatus = (operation: Pick<BuiltOperation, 'documented'>, status: number): number =>
  BAD_REQUESTS.includes(status) && !isShown(operation, status) && (status === 415 || isShown(operation, 400))
    ? 400
    : status;

/** Whether the document shows a status: the status itself, its range or `default`. */
export const isShown = ({ documented }: Pick<BuiltOperation, 'documented'>, status: number): boolean =>
  includesStatus(documented, status) || documented.includes('default');
