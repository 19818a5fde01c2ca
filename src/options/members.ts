// Another library can add properties to `Object.prototype`, by accident or by an attack. With these functions, the
// client reads no such property. Node.js itself reads absent members of RequestInit there, such as `dispatcher`.

/** Returns a member of an object. The member can be inherited, but not from `Object.prototype`. */
export const memberOf = (object: object, name: string): unknown =>
  name in Object.prototype && !Object.hasOwn(object, name) ? undefined : Reflect.get(object, name);

/** Returns a copy without a prototype, for code that reads the members of an object. */
export const withoutPrototype = <T extends object>(members: T): T => Object.assign(Object.create(null), members);
