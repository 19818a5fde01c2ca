import { problemOf, type SchemaError, type Validate, withoutField } from 'tenant-management-document';

/**
 * Returns a validator that also accepts the fields, as paths, that the behavior file names. The validator removes such a
 * field only if the field is the reason why the value is not valid.
 */
export function acceptingFields(validate: Validate | undefined, fields: readonly string[]): Validate | undefined {
  if (validate === undefined || fields.length === 0) return validate;
  let errors: readonly SchemaError[] | null | undefined;
  const accepts = (value: unknown): boolean => {
    const removed: string[] = [];
    for (let rest = value; !validate(rest); ) {
      errors = validate.errors;
      const error = errors?.at(-1);
      if (error === undefined) return false;
      const { path } = problemOf(error);
      const names = path.filter((step) => typeof step === 'string');
      const name = names.join('.');
      // The value is not the reason for an error that only the removal of a field has caused.
      if (error.keyword === 'required') return removed.includes(name);
      if (error.keyword === 'minProperties') {
        const original = path.reduce<unknown>((outer, step) => Object(outer)[step], value);
        return Object.keys(Object(original)).length >= Number(error.params['limit']);
      }
      if (!fields.includes(name) || removed.includes(name)) return false;
      removed.push(name);
      rest = withoutField(rest, names);
    }
    return true;
  };
  return Object.defineProperty(accepts, 'errors', { get: () => errors });
}
