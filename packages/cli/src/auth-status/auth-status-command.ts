// This module imports nothing, because the scripts run it as TypeScript, and Node.js does not resolve `.js` specifiers
// to TypeScript files.

/** The name of a command that calls no operation of the OpenAPI document. */
export interface BuiltInCommand {
  readonly words: readonly string[];
  readonly summary: string;
}

/** The built-in command. `npm run generate` gives no operation a command that starts with all its words. */
export const authStatusCommand: BuiltInCommand = {
  words: ['auth', 'status'],
  summary: 'Show the scopes and the expiry of an access token',
};
