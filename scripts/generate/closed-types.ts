import ts from 'typescript';

/**
 * Removes the index signature of unknown fields from an object type that also has named fields, so that a misspelt
 * field is a compile error. A map type does not change, and additional fields with a schema keep their index signature.
 */
export function closedType(type: ts.TypeNode): ts.TypeNode {
  // Ignore parentheses: the factory of TypeScript adds them again if a type needs them.
  if (ts.isParenthesizedTypeNode(type)) return closedType(type.type);
  if (ts.isUnionTypeNode(type)) return ts.factory.createUnionTypeNode(type.types.map(closedType));
  if (!ts.isIntersectionTypeNode(type)) return type;
  const [first = type, ...others] = membersOf(type).filter((member) => !isOpen(member));
  return others.length > 0 ? ts.factory.createIntersectionTypeNode([first, ...others]) : first;
}

/** Returns the members of an intersection, including those of nested intersections. */
function membersOf(type: ts.TypeNode): ts.TypeNode[] {
  if (ts.isParenthesizedTypeNode(type)) return membersOf(type.type);
  return ts.isIntersectionTypeNode(type) ? type.types.flatMap(membersOf) : [type];
}

/** Returns whether a type is `{ [key: string]: unknown }`. Such a type describes additional fields of any kind. */
function isOpen(type: ts.TypeNode): boolean {
  if (!ts.isTypeLiteralNode(type)) return false;
  const [member] = type.members;
  return (
    member !== undefined && ts.isIndexSignatureDeclaration(member) && member.type.kind === ts.SyntaxKind.UnknownKeyword
  );
}
