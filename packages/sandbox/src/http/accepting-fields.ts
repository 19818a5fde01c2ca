import { problemOf, type SchemaError, type Validate, withoutField } from 'tenant-management-document';
import type { Assumed } from '../built-document.js';

/**
 * Returns a validator that also accepts the fields, as paths, and the `null` values that the behavior file allows. The
 * validator removes such a field only if the field is the reason why the value is not valid.
 */
export function acceptingFields(
  validate: Validate | undefined,
  { fields = [], nulls }: NonNullable<Assumed['accepts']>,
): Validate | undefined {
  if (validate === undefined || (fields.length === 0 && nulls !== true)) return validate;
  let errors: readonly SchemaError[] | null | undefined;
  const accepts = (value: unknown): boolean => {
    const removed: string[] = [];
    for (let rest = value; !validate(rest); ) {
      errors = validate.errors;
      const error = errors?.at(-1);
      if (error === undefined) return false;
      const { path } = problemOf(error);
      // The value is not the reason for an error that only the removal of a field has caused.
      if (error.keyword === 'required') return removed.includes(namesIn(path).join('.'));
      if (error.keyword === 'minProperties')
        return Object.keys(Object(valueAt(value, path))).length >= Number(error.params['limit']);
      // The errors of the alternatives of a `oneOf` come before the error of the `oneOf`.
      const paths = (errors ?? []).map((one) => problemOf(one).path).reverse();
      const accepted = paths.find((one) => {
        const name = namesIn(one).join('.');
        return !removed.includes(name) && (fields.includes(name) || (nulls === true && valueAt(rest, one) === null));
      });
      if (accepted === undefined) return false;
      removed.push(namesIn(accepted).join('.'));
      rest = withoutField(rest, namesIn(accepted));
    }
    return true;
  };
  return Object.defineProperty(accepts, 'errors', { get: () => errors });
}

type Path = ReturnType<typeof problemOf>['path'];

const namesIn = (path: Path): string[] => path.filter((step) => typeof step === 'string');

const valueAt = (value: unknown, path: Path) =>
  path.reduce<unknown>((outer, step) => (outer === null ? undefined : Object(outer)[step]), value);
