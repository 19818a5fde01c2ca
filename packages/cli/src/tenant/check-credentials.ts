import type { Context } from '../context.js';
import type { Stop } from '../job/run-job.js';
import { checkLine } from '../plan.js';
import type { Credentials } from './credentials.js';
import { tokenFailure } from './token-failure.js';

/**
 * Checks the credentials with a token request, and prints that the token endpoint accepted them. Returns why the
 * command must stop, or `undefined` if it can continue.
 *
 * @param credentials `undefined` with `--offline`: the function sends no request, and prints that nothing was checked.
 * @throws UsageError If the private key is not valid. Nothing was sent.
 */
export async function checkCredentials(
  credentials: Credentials | undefined,
  context: Context,
): Promise<Stop | undefined> {
  try {
    await credentials?.requestToken({ signal: context.signal });
  } catch (error) {
    return tokenFailure(error, context);
  }
  context.stderr.write(`${checkLine(credentials === undefined)}\n`);
  return undefined;
}
