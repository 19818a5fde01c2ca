import { isObject } from '../model/json.ts';

/**
 * Removes every member without which a value remains valid, from the last to the first. So the value keeps what its
 * schema requires, and one of several alternatives. A value without members stays unchanged.
 *
 * @param accepts Whether the schema accepts a value.
 */
export function requiredPart(value: unknown, accepts: (value: unknown) => boolean): unknown {
  if (Array.isArray(value)) {
    let items: unknown[] = value;
    for (const [index, item] of value.entries())
      items = items.with(
        index,
        requiredPart(item, (part) => accepts(items.with(index, part))),
      );
    return items;
  }
  if (!isObject(value)) return value;
  let object = value;
  for (const [name, member] of Object.entries(value).toReversed()) {
    const others = Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
    const whole = object;
    object = accepts(others)
      ? others
      : { ...whole, [name]: requiredPart(member, (part) => accepts({ ...whole, [name]: part })) };
  }
  return object;
}
