import { requestGrantedToken } from '../auth-status/granted-token.js';
import type { Context } from '../context.js';
import { EXIT } from '../exit-status.js';
import type { Stop } from '../job/run-job.js';
import type { Operation } from '../operation.js';
import { visibleText } from '../visible-text.js';
import type { Credentials } from './credentials.js';

/**
 * Checks the credentials with a token request, and prints that the token endpoint accepted them. Returns why the
 * command must stop, or `undefined` if it can continue: if the token shows its scopes, it must have those of the
 * operations.
 *
 * @param operations The operation of the command and, if there is one, the operation that reads the item.
 * @throws UsageError If the private key is not valid. Nothing was sent.
 */
export async function checkCredentials(
  credentials: Credentials,
  operations: readonly Operation[],
  context: Context,
): Promise<Stop | undefined> {
  const { stop, scopes } = await requestGrantedToken(credentials, context);
  if (stop !== undefined) return stop;
  const granted = scopes?.value;
  context.stderr.write('  check   credentials accepted by the token endpoint\n');
  if (granted === undefined)
    context.stderr.write('  scopes  could not be checked: the token does not show its scopes\n');
  else if (operations.some(({ scopes }) => scopes === null)) {
    const names = visibleText(granted.join(' ')) || 'none';
    context.stderr.write(
      `  scopes  of the token: ${names}; the API's description does not show all scopes that the command needs\n`,
    );
  }
  const missing =
    granted && operations.map(({ scopes }) => missingScopes(scopes, granted)).find(({ length }) => length > 0);
  return missing && { exitStatus: EXIT.notAllowed, reason: `the token lacks the scope ${missing.join(' and ')}` };
}

/** Returns the scopes that a token lacks. Each of the lists is sufficient; `null` means that no list is documented. */
function missingScopes(lists: Operation['scopes'], granted: readonly string[]): readonly string[] {
  const lacked = (lists ?? []).map((scopes) => scopes.filter((scope) => !granted.includes(scope)));
  return lacked.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
