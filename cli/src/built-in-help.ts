import type { BuiltInCommand } from './built-in-commands.js';
import { createBuiltInCommand } from './create-built-in-command.js';
import { exitLines } from './help.js';

/** What a command does, by its words. */
const DESCRIPTIONS: Readonly<Record<string, readonly string[]>> = {
  'auth status': [
    'Requests one access token, and shows the tenant, the client, the granted scopes and the expiry of the token.',
    'Neither prints nor stores the token. If the token response does not contain the scopes or the expiry, shows those',
    'in the access token if the token is a JWT. Does not check the signature of the token.',
  ],
};

/** Returns the help of a built-in command. */
export function builtInHelp(builtIn: BuiltInCommand): string {
  const description = DESCRIPTIONS[builtIn.words.join(' ')] ?? [];
  const command = createBuiltInCommand(builtIn).description([builtIn.summary, '', ...description].join('\n'));
  const exits = builtIn.needsTenant ? ['', ...exitLines()] : [];
  return [command.helpInformation().trimEnd(), ...exits, ''].join('\n');
}
