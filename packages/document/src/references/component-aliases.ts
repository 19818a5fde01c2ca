import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { resolve } from './resolve.ts';
import { isReference } from './visit-references.ts';

/**
 * Returns a copy of a document in which each component that only refers to another component has the value of its
 * target. openapi-typescript generates no content for such a request body. Schemas do not change.
 */
export function withoutAliases(document: OpenApiDocument): OpenApiDocument {
  const components = Object.entries(document.components ?? {}).map(([group, members]) => [
    group,
    group === 'schemas' || !isObject(members) ? members : resolvedMembers(document, members),
  ]);
  return { ...document, components: Object.fromEntries(components) };
}

const resolvedMembers = (document: OpenApiDocument, members: object): object =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      isReference(member) ? resolve<object>(document, member).value : member,
    ]),
  );
