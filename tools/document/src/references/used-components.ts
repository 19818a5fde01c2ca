import { type Component, resolve } from './resolve.ts';
import { type Group, type LocatedReference, visitReferences } from './visit-references.ts';

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
