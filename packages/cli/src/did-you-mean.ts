import { closestName } from '../../../src/closest-name.js';
import { visibleText } from './visible-text.js';

/** Returns a question that suggests the closest name, such as `; did you mean "id"?`; empty if no name is close. */
export function didYouMean(name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  return closest === undefined ? '' : `; did you mean "${visibleText(closest)}"?`;
}
