import { type CommandContext, canAsk } from './command-context.js';
import { type CommandOperation, changesTenant, commandName } from './command-operation.js';
import { UsageError } from './exit-status.js';
import type { Plan } from './job/job.js';
import { visibleText } from './visible-text.js';

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

/** Whether a command asks for confirmation. A command asks if it deletes items or changes more than one item. */
export const needsConfirmation = (operation: CommandOperation, count: number): boolean =>
  changesTenant(operation) && (operation.method === 'DELETE' || count > 1);

/**
 * Asks whether the command may start. Returns the answer.
 *
 * @throws UsageError If the command cannot ask, because stdin or stderr is not a terminal.
 */
export async function confirm(plan: Plan, context: CommandContext): Promise<boolean> {
  const action = actionOf(plan);
  const where = `tenant ${plan.tenant}, client ${plan.clientId}`;
  if (!canAsk(context)) {
    throw new UsageError(
      `pass --yes to confirm: ${action} (${where}). The command cannot ask, because stdin or stderr is not a terminal`,
    );
  }
  // Load the library for questions only if the command asks a question.
  const { askConfirmation } = await import('./prompts.js');
  return askConfirmation(context, visibleText(`${action}? (${where})`));
}

/**
 * Returns the action to confirm, such as `Delete 2 items`. Without ids, the action is the request, because the number
 * of affected items is not known.
 */
function actionOf({ operation: { method, path }, ids, resumed }: Plan): string {
  if (ids.length === 0) return `Send ${method} ${path}`;
  const count = ids.length - resumed;
  const items = count === 1 ? '1 item' : `${count} items`;
  return method === 'DELETE' ? `Delete ${items}` : `Change ${items}`;
}
