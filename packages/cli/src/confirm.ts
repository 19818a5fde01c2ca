import { type Context, canAsk } from './context.js';
import { UsageError } from './exit-status.js';
import { changesTenant, type Operation } from './operation.js';
import type { Plan } from './plan.js';
import { visibleText } from './visible-text.js';

/** Whether a command asks for confirmation. A command asks if it deletes items or changes more than one item. */
export const needsConfirmation = (operation: Operation, count: number): boolean =>
  changesTenant(operation) && (operation.method === 'DELETE' || count > 1);

/**
 * Asks whether the command may start. Returns the answer.
 *
 * @throws UsageError If the command cannot ask, because stdin or stderr is not a terminal.
 */
export async function confirm(plan: Plan, context: Context): Promise<boolean> {
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
