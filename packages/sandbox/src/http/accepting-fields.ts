import { problemOf, type SchemaError, type Validate, withoutField } from 'tenant-management-document';

/** Keywords that an object without its accepted fields can violate. */
const NUMBER_OF_FIELDS = ['minProperties', 'required'];

/**
 * Returns a validator that also accepts the fields, as paths, that the behavior file names. The validator removes such a
 * field only if the field is the reason why the value is not valid.
 */
export function acceptingFields(validate: Validate | undefined, fields: readonly string[]): Validate | undefined {
  if (validate === undefined || fields.length === 0) return validate;
  let errors: readonly SchemaError[] | null | undefined;
  const accepts = (value: unknown, removed = 0): boolean => {
    if (validate(value)) return true;
    errors = validate.errors;
    const error = errors?.at(-1);
    if (error === undefined) return false;
    if (removed > 0 && NUMBER_OF_FIELDS.includes(error.keyword)) return true;
    const names = problemOf(error).path.filter((step) => typeof step === 'string');
    if (removed > fields.length || !fields.includes(names.join('.'))) return false;
    return accepts(withoutField(value, names), removed + 1);
  };
  return Object.defineProperty((value: unknown) => accepts(value), 'errors', { get: () => errors });
}
