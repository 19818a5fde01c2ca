import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOperations, type OpenApiDocument } from './document.ts';
import { isObject, type JsonObject } from './json-object.ts';
import { resolve } from './references/resolve.ts';
import { hasNames, isReference, isSchemaData } from './references/visit-references.ts';

/** The option of `npm run generate` and `npm run diff` with which the enums of responses are open. */
export const OPEN_ENUMS = 'open-enums';

/** The generated file whose first line names the options of `npm run generate`, as a path from the project's root. */
const TYPES_FILE = 'src/generated/management.ts';

/** Whether the types in a folder were generated with the option. The result is `false` if the folder has no types. */
export async function hasOpenEnums(folder: string): Promise<boolean> {
  const types = await readFile(join(folder, TYPES_FILE), 'utf8').catch(() => '');
  return types.slice(0, types.indexOf('\n')).includes(`--${OPEN_ENUMS}`);
}

/** Whether the values of an enum are strings, so that the enum can be open. */
export const canBeOpen = (values: readonly unknown[]): boolean =>
  values.some((value) => typeof value === 'string') &&
  values.every((value) => typeof value === 'string' || value === null);

/**
 * Returns a copy of a document in which the enums of responses have `x-extensible-enum` instead of `enum`. Enums in the
 * alternatives of a value stay closed, because code distinguishes the types of a union by their values.
 */
export function withOpenEnums(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const found = { open: new Set<JsonObject>(), closed: new Set<JsonObject>() };
  const visit = (value: unknown, isMap: boolean, group: keyof typeof found): void => {
    if (!isObject(value) || found[group].has(value)) return;
    found[group].add(value);
    if (!isMap && isReference(value)) visit(resolve(copy, { $ref: value.$ref }).value, false, group);
    for (const [key, member] of Object.entries(value)) {
      if (!isMap && (isSchemaData(key) || key.startsWith('x-'))) continue;
      const members = Array.isArray(member) ? member : [member];
      const isChoice = !isMap && CHOICES.includes(key) && members.filter((one) => !isNull(one)).length > 1;
      for (const one of members) visit(one, !isMap && hasNames(key), isChoice ? 'closed' : group);
    }
  };
  for (const { operation } of listOperations(copy)) {
    for (const { content = {} } of Object.values(operation.responses ?? {}))
      for (const { schema } of Object.values(content)) visit(schema, false, 'open');
  }
  for (const schema of found.open) if (!found.closed.has(schema)) openEnum(schema);
  return copy;
}

/** The keywords that list the alternatives of a value. */
const CHOICES = ['oneOf', 'anyOf'];
const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

/** Replaces the `enum` of a schema if its values are strings. */
function openEnum(schema: JsonObject): void {
  const { enum: values } = schema;
  const types = [schema['type'] ?? ['string', 'null']].flat();
  if (!Array.isArray(values) || !canBeOpen(values) || !types.includes('string')) return;
  // The cast is safe: the copy belongs to the caller.
  const node = schema as Record<string, unknown>;
  delete node['enum'];
  const allowsNull = values.includes(null) && types.includes('null');
  Object.assign(node, {
    type: allowsNull ? ['string', 'null'] : 'string',
    'x-extensible-enum': values.filter((value) => value !== null),
  });
}
