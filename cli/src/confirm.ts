import { type Context, canAsk } from './context.js';
import { changesTenant, commandName, type Operation } from './operation.js';
import { UsageError } from './usage-error.js';
import { visibleText } from './visible-text.js';

/** The facts that a confirmation shows. */
export interface Plan {
  readonly operation: Operation;
  readonly tenant: string;
  readonly clientId: string;
  readonly ids: readonly string[];
  readonly duplicates: number;
  /** Number of items that earlier runs finished. */
  readonly resumed: number;
  readonly journal: string | undefined;
}

/** Number of ids that a question shows, so that the user can recognize a wrong column. */
const SHOWN_IDS = 3;

/** Returns the lines that show the tenant, the client and the number of items of a command. */
export function planLines({ operation, tenant, clientId, ids, duplicates, resumed, journal }: Plan): string[] {
  const shown = ids.slice(0, SHOWN_IDS).map(visibleText).join(', ');
  const more = ids.length > SHOWN_IDS ? ', …' : '';
  const repeated = duplicates > 0 ? `; ignored duplicates: ${duplicates}` : '';
  return [
    visibleText(`${commandName(operation)}: ${operation.summary}`),
    `  tenant  ${visibleText(tenant)}`,
    `  client  ${visibleText(clientId)}`,
    ...(ids.length > 0 ? [`  count   ${ids.length} (${shown}${more})${repeated}`] : []),
    ...(resumed > 0 ? [`  done    ${resumed} by earlier runs, ${ids.length - resumed} left`] : []),
    ...(journal === undefined ? [] : [`  journal ${visibleText(journal)}`]),
  ];
}

/** Whether a command asks for confirmation. A command asks if it deletes items or changes more than one item. */
export const needsConfirmation = (operation: Operation, count: number): boolean =>
  changesTenant(operation) && (operation.method === 'DELETE' || count > 1);

/**
 * Asks whether the command may start. Returns the answer.
 *
 * @throws UsageError If the command cannot ask, because stdin or stderr is not a terminal.
 */
export async function confirm(plan: Plan, context: Context): Promise<boolean> {
  const action = visibleText(actionOf(plan));
  const where = `tenant ${visibleText(plan.tenant)}, client ${visibleText(plan.clientId)}`;
  if (!canAsk(context)) {
    throw new UsageError(
      `${action}? (${where}) The command asks this question only if stdin and stderr are a terminal; otherwise, pass --yes`,
    );
  }
  // Load the library for questions only if the command asks a question.
  const { askConfirmation } = await import('./prompts.js');
  return askConfirmation(context, `${action}? (${where})`);
}

/** Returns, for example, `Delete 2 items`; without ids, the request, because its effect on items is not known. */
function actionOf({ operation: { method, path }, ids, resumed }: Plan): string {
  if (ids.length === 0) return `Send ${method} ${path}`;
  const count = ids.length - resumed;
  const items = count === 1 ? '1 item' : `${count} items`;
  return method === 'DELETE' ? `Delete ${items}` : `Change ${items}`;
}
