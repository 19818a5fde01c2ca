import { isObject, keysOfReference, memberOf } from './json.ts';
import { type Group, isReference, type LocatedReference, visitReferences } from './visit-references.ts';

/** A component of a document: a member of `components`. */
export interface Component {
  /** The key in `components`, such as `schemas`. */
  readonly group: string;
  readonly name: string;
}

/** The value of a place in a document, after all references of this place are followed. */
export interface Resolved<T> {
  /** The value itself. If there are members next to a `$ref`, a copy of the value with these members. */
  readonly value: T;
  /** The component to which the last reference refers. Absent if no reference refers to a component. */
  readonly component: Component | undefined;
}

/**
 * Follows the `$ref` of a place in a document, and the `$ref` of its target, until a value is found. References inside
 * of the value remain.
 *
 * @throws Error If a reference has no target, or if references refer to each other in a circle. The message contains
 *   the `$ref`.
 */
export const resolve = <T>(document: object, place: T): Resolved<T> => follow(document, place, []);

function follow<T>(document: object, place: T, followed: readonly string[]): Resolved<T> {
  if (!isReference(place)) return { value: place, component: undefined };
  const { $ref, ...siblings } = place;
  if (followed.includes($ref))
    throw new Error(`$ref ${$ref} must not lead back to itself; remove one of its references`);
  const keys = keysOfReference($ref);
  let target: unknown = document;
  for (const key of keys ?? []) target = memberOf(follow(document, target, [...followed, $ref]).value, key);
  if (keys === undefined || target === undefined)
    throw new Error(`$ref ${$ref} must have a target; correct or remove the reference`);
  const { value, component } = follow(document, target, [...followed, $ref]);
  const merged = Object.keys(siblings).length > 0 && isObject(value) ? { ...value, ...siblings } : value;
  // The cast is safe: the value in the place of a reference has the type that the place requires.
  return { value: merged as T, component: component ?? componentAt(keys ?? []) };
}

/** Returns the component at a place, if the place is a component and not a part of one. */
function componentAt([root, group, name, ...rest]: readonly string[]): Component | undefined {
  if (root !== 'components' || group === undefined || name === undefined || rest.length > 0) return undefined;
  return { group, name };
}

/** Returns the component to which a reference refers; `undefined` if the target is not a component. */
export const componentOf = (reference: string): Component | undefined => componentAt(keysOfReference(reference) ?? []);

/**
 * Lists the components to which a part of a document refers, directly or through other components.
 *
 * @param group Group of the part, such as `schemas`.
 */
export function usedComponents(document: object, part: unknown, group: Group): Component[] {
  const used: Component[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, of: Group): void => {
    const visitTarget = (reference: LocatedReference) => {
      const { value: target, component } = resolve(document, reference.node);
      if (component !== undefined) used.push(component);
      visit(target, reference.group);
    };
    visitReferences(value, of, visitTarget, seen);
  };
  visit(part, group);
  return used;
}
