import { closestName } from '../../src/closest-name.js';

/**
 * Creates the message for an unknown option. It suggests the closest valid option, if any, and lists all valid options.
 */
export function unknownOption(unknown: string, valid: readonly string[]): string {
  const closest = closestName(unknown, valid);
  const question = closest === undefined ? '.' : `; did you mean "${closest}"?`;
  return `unknown option "${unknown}"${question} Valid options: ${valid.join(', ')}`;
}
