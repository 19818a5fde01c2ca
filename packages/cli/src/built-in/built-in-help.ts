import { exitLines } from '../help.js';
import type { BuiltInCommand } from './built-in-commands.js';
import { createBuiltInCommand } from './create-built-in-command.js';

/** The parts of a help text that differ between the commands. */
interface Texts {
  readonly description: string;
  /** Lines after the options. */
  readonly details: readonly string[];
}

/** The texts of each command, by its words. */
const TEXTS: Readonly<Record<string, Texts>> = {
  'auth status': {
    description:
      'Requests an access token, and shows the tenant, the client, the granted scopes and the expiry of the token.' +
      ' Does not print or store the token. If the token response does not contain the scopes or the expiry, shows those' +
      ' in the access token if it is a JWT, and does not check its signature.',
    details: exitLines(),
  },
  completion: {
    description:
      'The script completes commands, options and file names. It contains the commands, so save it again after each' +
      ' upgrade.',
    details: [
      'Save the script:',
      '  bash  tenant-management completion bash > ~/.tenant-management.bash',
      '  zsh   tenant-management completion zsh > ~/.tenant-management.zsh',
      '  fish  tenant-management completion fish > ~/.config/fish/completions/tenant-management.fish',
      '',
      'Then load the script when the shell starts (fish loads the script itself):',
      '  bash  add to ~/.bashrc: source ~/.tenant-management.bash',
      '  zsh   add to ~/.zshrc, after compinit: source ~/.tenant-management.zsh',
    ],
  },
};

/** Returns the help of a built-in command. */
export function builtInHelp(builtIn: BuiltInCommand): string {
  const { description = '', details = [] } = TEXTS[builtIn.words.join(' ')] ?? {};
  const command = createBuiltInCommand(builtIn).description([builtIn.summary, '', description].join('\n'));
  return [command.helpInformation(), ...details, ''].join('\n');
}
