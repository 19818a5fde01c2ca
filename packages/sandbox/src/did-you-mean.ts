import { closestName } from '../../../src/closest-name.js';

/** Returns a question that suggests the closest valid name; an empty string if no valid name is similar. */
export function didYouMean(unknown: string, valid: readonly string[]): string {
  const closest = closestName(unknown, valid);
  return closest === undefined ? '' : `; did you mean "${closest}"?`;
}
