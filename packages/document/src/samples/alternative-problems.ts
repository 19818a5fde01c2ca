import type { OpenApiDocument, OperationEntry } from '../document.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { pointerTo } from '../json-pointer.ts';
import { resolve } from '../references/resolve.ts';
import { hasNames, isReference } from '../references/visit-references.ts';
import { discriminated } from './discriminator.ts';
import { preferredMedia } from './sample.ts';
import { samplerOf } from './valid-sample.ts';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const INNER = ['properties', 'items', 'prefixItems', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'];

/**
 * Lists why the alternatives of the schemas in a request body allow no sample of one of them: another alternative of
 * `oneOf` accepts the sample too, or the discriminator does not agree with the schema that it selects. Each text names
 * the place in the document, and the remedy.
 */
export function alternativeProblems(document: OpenApiDocument, { operation, method, path }: OperationEntry): string[] {
  const [mediaType, { schema } = {}] = preferredMedia(operation.requestBody?.content ?? {}) ?? [];
  const seen = new Set<object>();
  const found: string[] = [];
  const visit = (part: unknown, keys: readonly string[]): void => {
    if (Array.isArray(part)) for (const [index, one] of part.entries()) visit(one, [...keys, String(index)]);
    if (!isObject(part)) return;
    const { value, component } = resolve(document, part);
    if (seen.has(value)) return;
    seen.add(value);
    const place = isReference(part) && component !== undefined ? ['components', component.group, component.name] : keys;
    // The first problem of a schema suffices: its other alternatives have the same one.
    for (const problem of problemsAt(document, value).slice(0, 1)) found.push(`${pointerTo(place)}: ${problem}`);
    for (const keyword of INNER) {
      const inner = value[keyword];
      if (!hasNames(keyword)) visit(inner, [...place, keyword]);
      else for (const [name, one] of Object.entries(Object(inner))) visit(one, [...place, keyword, name]);
    }
  };
  visit(schema, ['paths', path, method.toLowerCase(), 'requestBody', 'content', mediaType ?? '', 'schema']);
  return found;
}

/** Lists the problems of the alternatives of one schema. */
function problemsAt(document: OpenApiDocument, schema: JsonObject): string[] {
  const sampler = samplerOf(document, 'request');
  const listed = (Array.isArray(schema['oneOf']) ? schema['oneOf'] : []).filter(isObject);
  const accepts = (one: object, value: unknown): boolean => sampler.validators.compile(one)(value);
  const overlap = (sample: unknown, own: string, remedy: string): string[] => {
    const others = listed.filter((one) => titleOf(one) !== own && accepts(one, sample)).map(titleOf);
    if (others.length === 0) return [];
    return [
      `a value must match only one alternative of oneOf, but the sample of ${own} also matches ${others.join(' and ')}; ${remedy}, or use anyOf`,
    ];
  };
  if (listed.length === 0) return [];
  const alternatives = discriminated(document, schema);
  if (alternatives.length === 0)
    return sampler.valueOf(schema) === undefined
      ? listed.flatMap((one) =>
          overlap(sampler.valueOf(one), titleOf(one), 'require another field in each alternative'),
        )
      : [];
  return alternatives.flatMap(({ field, value, name, schema: alternative }) => {
    const sample = sampler.valueOf(alternative);
    if (!isObject(sample)) return [];
    const selected = { ...sample, [field]: value };
    if (!accepts(alternative, selected))
      return [
        `the discriminator selects ${name} with the value "${value}" of ${field}, but ${name} does not accept this value; correct the mapping or the schema`,
      ];
    return accepts(schema, selected)
      ? []
      : overlap(selected, name, `allow only its own value of ${field} in each alternative`);
  });

  function titleOf(one: JsonObject): string {
    return resolve(document, one).component?.name ?? `alternative ${listed.indexOf(one) + 1}`;
  }
}
