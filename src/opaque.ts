type OpaqueKind = 'Pacer' | 'Journal' | 'TokenCache';

/** An object whose members only this package can use. Another copy of this package in the program can use them too. */
export interface Opaque<K extends OpaqueKind> {
  /** Distinguishes the kinds of opaque objects. */
  readonly [Symbol.toStringTag]: K;
}

/**
 * Returns the key of the members of an opaque object. The number is the version of the members: increase it if they
 * change, so that a copy of this package does not use the members of an incompatible copy.
 */
const symbolOf = (kind: OpaqueKind) => Symbol.for(`tenant-management-client ${kind} 2`);

export const hide = <K extends OpaqueKind>(kind: K, members: object): Opaque<K> =>
  Object.defineProperties(Object.create(null), {
    [Symbol.toStringTag]: { value: kind },
    [symbolOf(kind)]: { value: members },
  });

/**
 * Returns the members of an opaque object.
 *
 * @param option Name of the option, for the message.
 * @param creator The function that creates the object, for the message.
 * @throws TypeError If the value is not an opaque object of this kind, or belongs to an incompatible copy of this
 *   package.
 */
export function reveal<Members extends object>(
  option: string,
  kind: OpaqueKind,
  value: unknown,
  creator = `create${kind}()`,
): Members {
  const members: Members | undefined = Object(value)[symbolOf(kind)];
  if (members !== undefined) return members;
  throw new TypeError(`${option} must be the result of ${creator} from the same version of tenant-management-client`);
}
