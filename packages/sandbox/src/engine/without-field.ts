import { isObject } from 'tenant-management-document';

/** Returns a value without the field at a path such as `rule.color`. In a list, the field is removed from every item. */
export const withoutField = (value: unknown, path: string): unknown => without(value, path.split('.'));

function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, [name, ...rest]));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) };
}
