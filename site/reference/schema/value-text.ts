import { constraintTexts } from './constraint-texts.ts';
import type { Schema } from './schema.ts';
import { type TypeLinks, typeText } from './type-text.ts';

/** Describes a value: its type, notes such as `required`, and its constraints. */
export const valueText = (schema: Schema, links: TypeLinks, ...notes: readonly string[]): string =>
  [typeText(schema, links), ...notes, ...constraintTexts(schema, links)].join(', ');
