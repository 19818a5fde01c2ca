import { constraintTexts } from './constraint-texts.ts';
import type { Schema } from './schema.ts';
import { type SchemaNames, typeText } from './type-text.ts';

/** Describes a value: its type, notes such as `required`, and its constraints. */
export const valueText = (schema: Schema, links: SchemaNames, ...notes: readonly string[]): string =>
  [typeText(schema, links), ...notes, ...constraintTexts(schema, links)].join(', ');
