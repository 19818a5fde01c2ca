/** Puts a text in single quotes for a POSIX shell, so that the shell reads every character literally. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
