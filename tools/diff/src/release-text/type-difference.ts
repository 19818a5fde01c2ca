import { keysOf, type OpenApiDocument } from 'tools-document/model';
import ts from 'typescript';
import type { Change } from '../change.ts';
import type { ReleaseVersions } from './release-versions.ts';

/** Longer members, such as large objects, are not shown. */
const MAX_LENGTH = 100;

/**
 * Returns a function that returns the members of the generated types that differ at the places of changes, the old ones
 * as comments. It returns no lines if the types are the same, or if the types do not show a place.
 */
export function typeDifferences({ before, after, types }: ReleaseVersions): (changes: readonly Change[]) => string[] {
  const [old, now] = [parse(types.before), parse(types.after)];
  const linesAt = (pointer: string): string[] => {
    const [was, is] = [membersAt(old, before, pointer), membersAt(now, after, pointer)];
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
      const [removed, added] = [was.get(name), is.get(name)];
      const isShort = [removed, added].every((text = '') => text.length <= MAX_LENGTH);
      if (removed === added || !isShort) return [];
      return [...(removed === undefined ? [] : [`// before: ${removed}`]), ...(added === undefined ? [] : [added])];
    });
  };
  return (changes) => [...new Set(changes.flatMap(({ pointer }) => linesAt(pointer)))];
}

const parse = (source: string): ts.SourceFile => ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest);

const printer = ts.createPrinter({ removeComments: true });

/**
 * Returns the members of the object that contains a place, as code on one line, by name. If the place is not a field of
 * an object, returns only the member for its component or its body.
 */
function membersAt(source: ts.SourceFile, document: OpenApiDocument, pointer: string): ReadonlyMap<string, string> {
  const { names, isField } = namesOf(document, pointer);
  const [root, ...parents] = names.slice(0, -1);
  const declared = source.statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === root);
  let members: readonly ts.TypeElement[] = declared?.members ?? [];
  for (const name of parents) members = membersOf(members.find((member) => nameOf(member) === name));
  const shown = members.filter((member) => isField || nameOf(member) === names.at(-1));
  const text = (member: ts.TypeElement) =>
    printer.printNode(ts.EmitHint.Unspecified, member, source).replaceAll(/\s+/g, ' ');
  return new Map(shown.map((member) => [nameOf(member) ?? '', text(member)]));
}

/** Keys of a document that the types do not contain. */
const HIDDEN = ['schema', 'properties', 'items'];

/** Returns the names of the members of the types that lead to a place. */
function namesOf(document: OpenApiDocument, pointer: string): { names: readonly string[]; isField: boolean } {
  const [part = '', first = '', second = '', ...keys] = keysOf(pointer);
  const { operationId } = (part === 'paths' && document.paths[first]?.[second as 'get']) || {};
  const isSchema = part === 'components' && first === 'schemas';
  if (!isSchema && (operationId === undefined || keys.length === 0)) return { names: [], isField: false };
  const start = operationId === undefined ? [part, first, second] : ['operations', operationId];
  const end = keys.findIndex((key, index) => STOPS.includes(key) && keys[index - 1] !== 'properties');
  const known = end < 0 ? keys : keys.slice(0, end);
  const names = known.filter((key, index) => !HIDDEN.includes(key) || known[index - 1] === 'properties');
  return { names: [...start, ...names], isField: known.at(-2) === 'properties' };
}

/** Keywords of a schema whose changes are visible in the type of the schema, and keywords that the types do not show. */
const STOPS = ['enum', 'required', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'discriminator', 'parameters'];

/** Returns the members of the objects in the type of a member, also of the items of a list. */
function membersOf(node: ts.Node | undefined): readonly ts.TypeElement[] {
  if (node === undefined) return [];
  if (ts.isTypeLiteralNode(node)) return node.members;
  if (ts.isPropertySignature(node)) return membersOf(node.type);
  if (ts.isArrayTypeNode(node)) return membersOf(node.elementType);
  if (ts.isParenthesizedTypeNode(node)) return membersOf(node.type);
  return ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node) ? node.types.flatMap(membersOf) : [];
}

const nameOf = ({ name }: ts.TypeElement): string | undefined =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name))
    ? name.text
    : undefined;
