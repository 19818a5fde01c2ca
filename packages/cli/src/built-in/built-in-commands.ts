// This module imports nothing, because the scripts run it as TypeScript, and Node.js does not resolve `.js` specifiers
// to TypeScript files.

/** A command that calls no operation of the OpenAPI document. */
export interface BuiltInCommand {
  readonly words: readonly string[];
  /** Valid values of the argument; empty if the command has no argument. */
  readonly choices: readonly string[];
  readonly summary: string;
  /** Whether the command requests a token, and therefore has the options that name the tenant and the credentials. */
  readonly needsTenant: boolean;
}

/** The built-in commands. `npm run generate` gives no operation a command that starts with all words of one of them. */
export const builtInCommands: readonly BuiltInCommand[] = [
  {
    words: ['auth', 'status'],
    choices: [],
    summary: 'Show the scopes and the expiry of an access token',
    needsTenant: true,
  },
  {
    words: ['completion'],
    choices: ['bash', 'zsh', 'fish'],
    summary: 'Print a completion script for a shell',
    needsTenant: false,
  },
];
