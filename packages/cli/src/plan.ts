import { commandName, type Operation } from './operation.js';
import { visibleText } from './visible-text.js';

/** The facts about a job that a command shows before it starts the job. */
export interface Plan {
  readonly operation: Operation;
  readonly tenant: string;
  readonly clientId: string;
  readonly ids: readonly string[];
  readonly duplicates: number;
  /** Number of items that earlier runs finished. */
  readonly resumed: number;
  /** Number of items of the input that `--limit` leaves out. `ids` does not contain them. */
  readonly leftOut: number;
  readonly journal: string | undefined;
}

/** Number of ids that the plan shows, so that the user can notice a wrong column. */
const SHOWN_IDS = 3;

/** Returns the lines that show the tenant, the client and the number of items of a command. */
export function planLines(plan: Plan): string[] {
  const { operation, tenant, clientId, ids, duplicates, resumed, leftOut, journal } = plan;
  const shown = ids.slice(0, SHOWN_IDS).join(', ');
  const more = ids.length > SHOWN_IDS ? ', …' : '';
  const repeated = duplicates > 0 ? `; ignored duplicates: ${duplicates}` : '';
  return [
    `${commandName(operation)}: ${operation.summary}`,
    `  tenant  ${tenant}`,
    `  client  ${clientId}`,
    ...(ids.length > 0 ? [`  count   ${ids.length} (${shown}${more})${repeated}`] : []),
    ...(resumed > 0 ? [`  done    ${resumed} by earlier runs, ${ids.length - resumed} left`] : []),
    ...(leftOut > 0 ? [`  limit   ${leftOut} more ids left out by --limit`] : []),
    ...(journal === undefined ? [] : [`  journal ${journal}`]),
  ].map(visibleText);
}
