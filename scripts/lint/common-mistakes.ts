import { hasMembers, type JsonObject, type Parameter } from 'tools-document/model';
import { createAjv } from 'tools-document/validation';
import type { RuleContext } from './rule-context.ts';

const ajv = createAjv({ validateSchema: false });

/** Keywords that bound the same number: the lower and the upper bound. */
const BOUNDS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const;

/** Rejects mistakes that Redocly's rules accept. */
export const commonMistakes = () => ({
  Responses(responses: object, { location, report }: RuleContext) {
    for (const status of Object.keys(responses).filter((key) => /^[1-5]xx$/.test(key)))
      report({
        message: `Write "${status.toUpperCase()}" in capital letters.`,
        location: location.child(status).key(),
      });
  },
  Parameter({ in: place, required }: Parameter, { location, report }: RuleContext) {
    if (place !== 'path' || required === true) return;
    report({
      message: 'Add "required: true": a path always has its parameters.',
      location: location.child('required'),
    });
  },
  Header({ schema, example }: { schema?: JsonObject; example?: unknown }, { location, report, resolve }: RuleContext) {
    if (schema !== undefined && example !== undefined)
      reportMisfit('example', example, resolve(schema).node, { report, location: location.child('example') });
  },
  Schema(schema: JsonObject, { location, report }: RuleContext) {
    for (const [lower, upper] of BOUNDS)
      if (Number(schema[lower]) > Number(schema[upper]))
        report({
          message: `${lower} must be at most ${upper}, or no value is valid; correct one of them.`,
          location: location.child(lower),
        });
    if ('default' in schema)
      reportMisfit('default', schema['default'], schema, { report, location: location.child('default') });
  },
});

/**
 * Reports a value that does not fit the keywords of its schema. The schemas of its members and its references are not
 * compared.
 */
function reportMisfit(
  what: string,
  value: unknown,
  schema: JsonObject = {},
  { report, location }: Pick<RuleContext, 'report' | 'location'>,
): void {
  const own = Object.entries(schema).filter(
    ([key, part]) => (!hasMembers(part) || ['type', 'enum'].includes(key)) && !key.startsWith('$'),
  );
  try {
    if (ajv.validate(Object.fromEntries(own), value)) return;
  } catch (error) {
    // Redocly would report an exception without its location.
    report({ message: `Correct the keywords next to the ${what}: ${(error as Error).message}.`, location });
    return;
  }
  const cause = ajv.errors?.[0]?.message;
  const isText = typeof value === 'number' && cause === 'must be string';
  const remedy = isText ? `write the ${what} in quotes` : `correct the ${what}`;
  report({ message: `The ${what} ${cause}; ${remedy}.`, location });
}
