import { didYouMean as question } from 'tenant-management-client/internal/names';
import { visibleText } from './visible-text.js';

/** Returns a question that suggests the closest name, such as `; did you mean "id"?`; empty if no name is close. */
export const didYouMean = (name: string, names: readonly string[]): string => visibleText(question(name, names));
