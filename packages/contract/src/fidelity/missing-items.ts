// Learns how a service responds if an item does not exist.
import { documentedKey, type OperationBehavior } from 'tenant-management-document';
import { CHANGES, type Exchange, keyOf, SOURCE, usualStatus } from './exchange.ts';

/** Returns the exchanges of a recording that concern an item that does not exist. */
export function missingItems(run: readonly Exchange[]): Exchange[] {
  const deleted = new Set<string>();
  return run.flatMap((exchange) => {
    const { derived, status } = exchange;
    const key = keyOf(exchange);
    const isDeletion = derived.kind.startsWith('delete');
    const isMissing = MISSING.includes(status) || (isDeletion && status < 300 && deleted.has(key));
    if (CHANGES.test(derived.kind)) deleted.delete(key);
    else if (isDeletion && status < 300) deleted.add(key);
    return isMissing && derived.kind !== 'sample' ? [exchange] : [];
  });
}

/** Statuses of a response that mean that the item does not exist. */
const MISSING = [404, 410];

/** Returns the usual status for an item that does not exist, if it is a success or the document does not show it. */
export function learnedMissing(own: readonly Exchange[]): Pick<OperationBehavior, 'missing'> {
  const status = usualStatus(own);
  const isShown = own[0] !== undefined && documentedKey(own[0].entry.operation, status) !== undefined;
  return isShown && status >= 300 ? {} : { missing: { status, source: SOURCE } };
}
