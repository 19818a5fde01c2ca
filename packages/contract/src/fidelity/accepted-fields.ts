import {
  jsonOf,
  type OpenApiDocument,
  type OperationEntry,
  problemOf,
  validatorsOf,
  withoutField,
} from 'tenant-management-document';

/** Largest number of fields that are removed from one body. A body with more such fields is not of this operation. */
const MAX_FIELDS = 20;

/** Returns the fields of an accepted body, as paths, that the document does not allow. */
export function acceptedFields(document: OpenApiDocument, { operation }: OperationEntry, body: unknown): string[] {
  const schema = jsonOf(operation.requestBody?.content)?.schema;
  if (schema === undefined || body === undefined) return [];
  const validate = validatorsOf(document, 'request').compile(schema);
  const fields: string[] = [];
  let rest: unknown = body;
  while (fields.length < MAX_FIELDS && !validate(rest)) {
    const error = validate.errors?.at(-1);
    const names = error === undefined ? [] : problemOf(error).path.filter((step) => typeof step === 'string');
    if (names.length === 0 || error?.keyword === 'required') break;
    fields.push(names.join('.'));
    rest = withoutField(rest, names);
  }
  return fields;
}
