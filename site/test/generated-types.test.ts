import { expect, test } from 'vitest';
import { declarations, typeFinder } from '../reference/operation/generated-types.ts';

/** Returns the source of generated types with schemas, by name. */
const typesOf = (schemas: Readonly<Record<string, string>>): string =>
  `export interface components {\n    schemas: {\n${Object.entries(schemas)
    .map(([name, type]) => `        ${JSON.stringify(name)}: ${type};\n`)
    .join('')}    };\n}\n`;

/** Writes the declaration of the schema `Thing`. */
function declared(schemas: Readonly<Record<string, string>>): string {
  const type = typeFinder(typesOf(schemas))('components', 'schemas', 'Thing');
  return type === undefined ? '' : declarations('Thing', { ...type, schema: 'Thing' });
}

const fields = (count: number) =>
  `{\n${Array.from({ length: count }, (_, number) => `            field${number}: string;\n`).join('')}        }`;

test('declarations() cuts a long type between two fields, and says how many lines are missing', () => {
  const text = declared({ Thing: fields(200) });
  expect(text).toMatch(
    /^type Thing = \{\n {2}field0: string;\n[^}]* {2}field58: string;\n\/\/ 142 more lines: see components\['schemas'\]\['Thing'\]$/,
  );
});

test('declarations() shows each used schema once, cuts it if it is long, and omits it if it does not fit', () => {
  const text = declared({
    Thing: 'components["schemas"]["Long"] | components["schemas"]["Longer"] | components["schemas"]["the-part"]',
    Long: fields(50),
    Longer: fields(60),
    'the-part': '{\n            parts: components["schemas"]["the-part"][];\n        }',
  });
  expect(text).toContain("  field38: string;\n// 12 more lines: see components['schemas']['Long']\n");
  expect(text).not.toContain('type Longer');
  expect(text).toMatch(/\n\ntype ThePart = \{\n {2}parts: components\["schemas"\]\["the-part"\]\[\];\n\};$/);
});
