import { didYouMean } from './closest-name.js';

/** Returns the message for an unknown option, with all valid options. */
export const unknownOption = (unknown: string, valid: readonly string[]): string =>
  `unknown option "${unknown}"${didYouMean(unknown, valid) || '.'} Valid options: ${valid.join(', ')}`;
