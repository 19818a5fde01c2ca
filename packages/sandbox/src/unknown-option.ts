import { didYouMean } from '../../../src/options/closest-name.js';

/**
 * Creates the message for an unknown option. It suggests the closest valid option, if any, and lists all valid options.
 */
export function unknownOption(unknown: string, valid: readonly string[]): string {
  return `unknown option "${unknown}"${didYouMean(unknown, valid) || '.'} Valid options: ${valid.join(', ')}`;
}
