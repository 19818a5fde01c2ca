/** Quotes a text for bash and zsh, so that the shell does not expand or split it. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Quotes a text for fish. In single quotes, fish expands only `\\` and `\'`. */
export const quoteForFish = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
