import ts from 'typescript';

/**
 * Keeps the values of an open enum in an object type: TypeScript would simplify `'a' | string` to `string`, and editors
 * would not suggest `'a'`. With `'a' | (string & {})`, code can read and send any other string.
 */
export function withOpenEnum(type: ts.TypeNode): ts.TypeNode {
  if (ts.isParenthesizedTypeNode(type)) return withOpenEnum(type.type);
  if (!ts.isUnionTypeNode(type)) return type;
  const members = type.types.flatMap(membersOf);
  // openapi-typescript creates identifiers for the values of an enum, and indexed access types for components.
  const isOpen =
    members.some(isString) && members.some((member) => ts.isIdentifier(member) || ts.isIndexedAccessTypeNode(member));
  return isOpen ? openUnion(members) : type;
}

/**
 * Returns the type of a string, or of a string or null, with `x-extensible-enum` and without `enum`; `undefined` for
 * other schemas.
 */
export function extensibleEnum(schema: object): ts.TypeNode | undefined {
  const { type, 'x-extensible-enum': values } = schema as { type?: unknown; 'x-extensible-enum'?: unknown };
  const isNullable = Array.isArray(type) && type.length === 2 && type.includes('string') && type.includes('null');
  if ((type !== 'string' && !isNullable) || !Array.isArray(values) || values.length === 0) return undefined;
  if ('enum' in schema || 'const' in schema) return undefined;
  const { factory } = ts;
  const literals = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(String(value))));
  const withNull = isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return openUnion([...literals, ...withNull, factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword)]);
}

const isString = (type: ts.TypeNode): boolean => type.kind === ts.SyntaxKind.StringKeyword;

/** Returns the members of a union, including those of nested unions. */
function membersOf(type: ts.TypeNode): ts.TypeNode[] {
  if (ts.isParenthesizedTypeNode(type)) return membersOf(type.type);
  return ts.isUnionTypeNode(type) ? type.types.flatMap(membersOf) : [type];
}

/** Returns a union with `string & {}` as its last member instead of `string`. */
function openUnion(members: readonly ts.TypeNode[]): ts.TypeNode {
  const { factory } = ts;
  const anyString = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([...members.filter((member) => !isString(member)), anyString]);
}
