import { isObject } from './json-object.ts';

/** Returns a value without the field that a list of names leads to. In a list, the field is removed from every item. */
export function withoutField(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutField(one, [name, ...rest]));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: withoutField(inner, rest) };
}
