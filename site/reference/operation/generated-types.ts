// Reads the generated TypeScript types, so that a page shows the same types as an editor.
import ts from 'typescript';
import { literal } from './literal.ts';

/** Maximum number of lines of a type with the types that it uses. A longer text would hide the other parts of the page. */
const MAX_LINES = 60;
/** Maximum number of lines of a type that another type uses, so that several types fit. */
const MAX_USED_LINES = 40;

/** A reference to a schema in the generated types. */
const SCHEMA = /components\["schemas"\]\["([^"\\]*)"\]/g;
const ONLY_SCHEMA = new RegExp(`^${SCHEMA.source}$`);

/** A type in the generated types, such as the type of a body. */
export interface GeneratedType {
  /** Name of the schema in `components`, if the type is only a reference to this schema. */
  readonly schema: string | undefined;
  /** Text of the type, or of the type of the schema. */
  readonly text: string;
  /** Doc comment of the schema; empty for another type. */
  readonly comment: string;
  /** Returns the type of another schema. */
  readonly findSchema: (name: string) => GeneratedType | undefined;
}

/** Finds a type by the names of the members that contain it, such as `components`, `schemas` and `User`. */
export type FindType = (...names: readonly string[]) => GeneratedType | undefined;

/** Returns a function that finds types in the source of the types module of a document. */
export function typeFinder(source: string): FindType {
  const file = ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest);
  const membersOf = (node: ts.Node | undefined): readonly ts.Node[] => {
    if (node === undefined) return [];
    if (ts.isSourceFile(node)) return node.statements;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) return node.members;
    if (ts.isPropertySignature(node)) return membersOf(node.type);
    return ts.isIndexedAccessTypeNode(node) ? membersOf(find(namesIn(node))) : [];
  };
  const find = (names: readonly string[]): ts.Node | undefined =>
    names.reduce<ts.Node | undefined>((parent, name) => membersOf(parent).find((node) => nameOf(node) === name), file);

  const findType: FindType = (...names) => {
    const member = find(names);
    if (member === undefined || !ts.isPropertySignature(member) || member.type === undefined) return undefined;
    const type = member.type.getText(file);
    const [, schema] = ONLY_SCHEMA.exec(type) ?? [];
    const findSchema = (name: string) => findType('components', 'schemas', name);
    const target = schema !== undefined && names[1] !== 'schemas' && findSchema(schema);
    if (target) return { ...target, schema };
    const text = member.getFullText(file);
    const [indentation = ''] = /^\s*/.exec(text) ?? [];
    const withoutIndentation = (part: string) =>
      part
        .trim()
        .replaceAll(indentation, '\n')
        .replaceAll(/^(?: {4})+/gm, (spaces) => ' '.repeat(spaces.length / 2));
    const comment = names[1] === 'schemas' ? withoutIndentation(text.slice(0, member.getLeadingTriviaWidth(file))) : '';
    return { schema: undefined, text: withoutIndentation(type), comment, findSchema };
  };
  return findType;
}

const nameOf = (node: ts.Node): string | undefined => {
  const { name } = node as ts.Node & { readonly name?: ts.PropertyName };
  return name && 'text' in name ? name.text : undefined;
};

/** Returns the names in an indexed access such as `operations["getUser"]`. */
function namesIn(type: ts.TypeNode): string[] {
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)) return [type.typeName.text];
  if (!ts.isIndexedAccessTypeNode(type)) return [];
  const { objectType, indexType } = type;
  const name = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : '';
  return [...namesIn(objectType), name];
}

/** Returns a schema's name as the name of a type: in Pascal case, and an identifier. */
export function typeName(schema: string): string {
  const words = schema.replaceAll(/(?:^|[^A-Za-z0-9]+)(.)?/g, (_, first = '') => first.toUpperCase());
  return /^\d/.test(words) ? `Type${words}` : words;
}

/** Writes the type of a schema as users of the package write it. */
export const schemaType = (schema: string): string => `components['schemas'][${literal(schema)}]`;

/** Writes the declaration of a type, and those of the schemas that it uses, as long as they fit. */
export function declarations(name: string, type: GeneratedType): string {
  let text = declaration(name, type, MAX_LINES);
  const schemas = new Set([type.schema, ...schemasIn(text)]);
  // This loop also visits the schemas that it adds.
  for (const schema of schemas) {
    const used = schema !== undefined && schema !== type.schema && type.findSchema(schema);
    const more = used ? `\n\n${declaration(typeName(schema), { ...used, schema }, MAX_USED_LINES)}` : '';
    if (`${text}${more}`.split('\n').length > MAX_LINES) continue;
    text += more;
    for (const inner of schemasIn(more)) schemas.add(inner);
  }
  return text;
}

const schemasIn = (text: string): string[] => [...text.matchAll(SCHEMA)].map(([, name = '']) => name);

/** Writes the declaration of a type, whose end is omitted if the type is long. */
function declaration(name: string, { schema, text, comment }: GeneratedType, max: number): string {
  const lines = withShortComments(`${comment}\ntype ${name} = ${text};`).trim().split('\n');
  if (lines.length <= max) return lines.join('\n');
  const end = lines.findLastIndex((line, index) => index < max && line.endsWith(';')) + 1;
  const place = schema === undefined ? 'the types of the package' : schemaType(schema);
  return [...lines.slice(0, end), `// ${lines.length - end} more lines: see ${place}`].join('\n');
}

/** Removes what the type or the example of the body also shows from doc comments, and the indentation of descriptions. */
const withShortComments = (code: string): string =>
  code
    .replaceAll(/\n *\* @(?:example|enum|constant)\b.*(?:\n *\* {5}.*)*/g, '')
    .replaceAll(/^ *\/\*\*(?: @(?:example|enum|constant)\b.*|\n *)\*\/\n/gm, '')
    .replaceAll(/(?<=^ *(?:\/\*)?\* )@description /gm, '')
    .replaceAll(/(?<=^ *\*) {5}/gm, ' ')
    .replaceAll(/(?<=\/\*\*)\n *\*( .*)\n *(?=\*\/)/g, '$1 ');
