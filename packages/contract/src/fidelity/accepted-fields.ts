import {
  isObject,
  itemSchema,
  jsonOf,
  type OpenApiDocument,
  type OperationEntry,
  problemOf,
  propertiesOf,
  validatorsOf,
  withoutField,
} from 'tenant-management-document';
import type { Exchange } from './exchange.ts';

/** Largest number of fields that are removed from one body. A body with more such fields is not of this operation. */
const MAX_FIELDS = 20;

/** Keywords whose errors follow the errors of their alternatives. */
const ALTERNATIVES = ['oneOf', 'anyOf'];

/** Returns the fields of an accepted body, as paths, that the document does not allow. */
function acceptedFields(document: OpenApiDocument, { operation }: OperationEntry, body: unknown): string[] {
  const schema = jsonOf(operation.requestBody?.content)?.schema;
  if (schema === undefined || body === undefined) return [];
  const validate = validatorsOf(document, 'request').compile(schema);
  const fields: string[] = [];
  let rest: unknown = body;
  while (fields.length < MAX_FIELDS && !validate(rest)) {
    const errors = validate.errors ?? [];
    const paths = errors.map((error) => problemOf(error).path.filter((step) => typeof step === 'string'));
    const last = errors.at(-1)?.keyword ?? '';
    // One of the alternatives can become valid without a field that it does not have.
    const unknown = paths.find(
      (path, at) => errors[at]?.keyword === 'additionalProperties' && validate(withoutField(rest, path)),
    );
    const names = (ALTERNATIVES.includes(last) && unknown) || (paths.at(-1) ?? []);
    if (names.length === 0 || last === 'required') break;
    fields.push(names.join('.'));
    rest = withoutField(rest, names);
  }
  return fields;
}

/**
 * Returns the fields that the service accepts in the bodies of a resource, but not the document. The service also accepts
 * a field that its responses have and that no document describes. If it accepts `null` in several fields, it accepts
 * `null` in all fields.
 */
export function learnedAccepts(
  document: OpenApiDocument,
  own: readonly Exchange[],
): { fields: string[]; nulls: boolean } {
  const accepted = own.flatMap(({ entry, request }) =>
    acceptedFields(document, entry, request).map((path) => ({ path, isNull: valueAt(request, path) === null })),
  );
  const nulls = new Set(accepted.filter(({ isNull }) => isNull).map(({ path }) => path));
  const acceptsNulls = nulls.size >= MIN_NULLS;
  const given = accepted.filter(({ isNull }) => !(isNull && acceptsNulls)).map(({ path }) => path);
  const shown = own.flatMap(({ derived, response }) => {
    const schema = derived.success.media === undefined || derived.kind === 'list' ? undefined : itemSchema(derived);
    const described = schema && propertiesOf(document, schema);
    return described === undefined || described.size === 0 || !isObject(response)
      ? []
      : Object.keys(response).filter((name) => !described.has(name));
  });
  return { fields: [...new Set([...given, ...shown])], nulls: acceptsNulls };
}

/** Number of fields that accept `null` although the document does not allow it, from which all fields accept `null`. */
const MIN_NULLS = 2;

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((outer, name) => (isObject(outer) ? outer[name] : undefined), value);
