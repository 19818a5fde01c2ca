import { type CommandContext, canAsk } from './command-context.js';
import { type CommandOperation, changesTenant, commandName } from './command-operation.js';
import { UsageError } from './exit-status.js';
import { idOf } from './input/read-items.js';
import type { Job } from './job/job.js';
import { visibleText } from './visible-text.js';

/** Number of ids that the plan shows, so that the user can notice a wrong column. */
const SHOWN_IDS = 3;

/** Returns the lines that show the tenant, the client and the number of items of a command. */
export function planLines(job: Job): string[] {
  const { operation, tenant, clientId, duplicates, finished, leftOut, journal } = job;
  const count = countIds(job);
  const first = Array.from({ length: Math.min(SHOWN_IDS, count) }, (_, index) => idOf(job.items.at(index).values));
  const more = count > SHOWN_IDS ? ', …' : '';
  const repeated = duplicates > 0 ? `; ignored duplicates: ${duplicates}` : '';
  return [
    `${commandName(operation)}: ${operation.summary}`,
    `  tenant  ${tenant}`,
    `  client  ${clientId}`,
    ...(count > 0 ? [`  count   ${count} (${first.join(', ')}${more})${repeated}`] : []),
    ...(finished.done > 0 ? [`  done    ${finished.done} by earlier runs, ${count - finished.done} left`] : []),
    ...(leftOut > 0 ? [`  limit   ${leftOut} more ids left out by --limit`] : []),
    ...(journal === undefined ? [] : [`  journal ${journal.file}`]),
  ].map(visibleText);
}

/** Returns the number of ids: 0 if the path has no parameter. */
const countIds = ({ items, operation }: Job): number => (operation.pathParameters.length === 0 ? 0 : items.size);

/** Whether a command asks for confirmation. A command asks if it deletes items or changes more than one item. */
export const needsConfirmation = (operation: CommandOperation, count: number): boolean =>
  changesTenant(operation) && (operation.method === 'DELETE' || count > 1);

/**
 * Asks whether the command may start. Returns the answer.
 *
 * @throws UsageError If the command cannot ask, because stdin or stderr is not a terminal.
 */
export async function confirm(job: Job, context: CommandContext): Promise<boolean> {
  const action = actionOf(job);
  const where = `tenant ${job.tenant}, client ${job.clientId}`;
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
function actionOf(job: Job): string {
  const { method, path } = job.operation;
  const ids = countIds(job);
  if (ids === 0) return `Send ${method} ${path}`;
  const count = ids - job.finished.done;
  const items = count === 1 ? '1 item' : `${count} items`;
  return method === 'DELETE' ? `Delete ${items}` : `Change ${items}`;
}
