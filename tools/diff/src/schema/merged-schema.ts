import { escapeKey, hasMembers, type JsonObject } from 'tools-document/model';
import {
  allowsNull,
  CHOICES,
  commonTypes,
  ownTypes,
  type Reading,
  subschemasOf,
  valuesOf,
} from 'tools-document/schema';
import { isText, textKind } from '../descriptive-texts.ts';
import type { TreeNode } from '../document-tree.ts';
import { allowsAnything, canonicalKeywords, originOf, type Side } from './canonical-schema.ts';

/** Alternatives of a value: the schemas in `anyOf` or `oneOf`, except the schema of null. */
export interface Choice {
  readonly keyword: string;
  readonly pointer: string;
  readonly branches: readonly TreeNode[];
  /** Whether the value of a field selects the alternative. */
  readonly isDiscriminated: boolean;
}

/** Schemas that all apply to one value, merged into one: with references and `allOf` resolved. */
export interface MergedSchema {
  readonly pointer: string;
  /** Whether null is allowed, by JSON Schema and by the generated types. */
  readonly null: Readonly<Record<Reading, boolean>>;
  /** Types without null; `undefined` if the value can have any type. */
  types: ReadonlySet<string> | undefined;
  /** Allowed values without null; `undefined` without a list. */
  enum: readonly unknown[] | undefined;
  /** Listed values, although others are allowed: of `x-extensible-enum`, or of an enum in `anyOf` next to its type. */
  readonly known: unknown[];
  readonly fields: Map<string, TreeNode[]>;
  /** Pointers of the names of required fields. */
  readonly required: Map<string, string>;
  readonly items: TreeNode[];
  /** Schemas of additional fields, except `true` and `{}`. */
  readonly additional: TreeNode[];
  /** Whether additional fields are forbidden. */
  isClosed: boolean;
  readonly choices: Choice[];
  /** Components of which the schemas are composed. */
  readonly components: Set<string>;
  /** Values of all other keywords. */
  readonly keywords: Map<string, KeywordValue[]>;
}

export interface KeywordValue {
  readonly value: unknown;
  readonly pointer: string;
  /** The value with its references, if the value can contain references. */
  readonly node: TreeNode | undefined;
}

/** Keywords that {@link addSchema} reads one by one. It adds all others to `keywords`. */
const RESOLVED = [
  '$ref',
  'type',
  'enum',
  'const',
  'required',
  'properties',
  'additionalProperties',
  'items',
  'allOf',
  ...CHOICES,
  'x-extensible-enum',
];

/** Merged single schemas: several operations use the same schemas. A YAML alias shares a value between schemas. */
const cache = new WeakMap<JsonObject, { readonly schema: TreeNode; readonly merged: MergedSchema }>();

/** Merges schemas that all apply to one value. */
export function mergeSchemas(schemas: readonly TreeNode[]): MergedSchema {
  const [schema, ...others] = schemas;
  if (schema === undefined || others.length > 0) return createMergedSchema(schemas);
  const cached = cache.get(schema.members);
  if (cached?.schema.id === schema.id && cached.schema.component === schema.component) return cached.merged;
  const merged = createMergedSchema(schemas);
  cache.set(schema.members, { schema, merged });
  return merged;
}

function createMergedSchema(schemas: readonly TreeNode[]): MergedSchema {
  const merged: MergedSchema = {
    pointer: schemas[0]?.pointer ?? '',
    types: undefined,
    null: {
      schema: schemas.every((schema) => allowsNull(schema, 'schema')),
      types: schemas.every((schema) => allowsNull(schema, 'types')),
    },
    enum: undefined,
    known: [],
    fields: new Map(),
    required: new Map(),
    items: [],
    additional: [],
    isClosed: false,
    choices: [],
    components: new Set(),
    keywords: new Map(),
  };
  const seen = new Set<string>();
  for (const schema of schemas) addSchema(merged, schema, seen);
  return merged;
}

function addSchema(into: MergedSchema, schema: TreeNode, seen: Set<string>): void {
  if (seen.has(schema.id)) return;
  seen.add(schema.id);
  if (schema.component !== undefined) into.components.add(schema.component);
  if (schema.parts !== undefined) {
    for (const part of schema.parts) addSchema(into, part, seen);
    return;
  }
  const canonical = canonicalKeywords(schema.members);
  if (allowsNothing(schema)) into.types = new Set();
  for (const member of subschemasOf(schema, 'allOf')) addSchema(into, member, seen);
  for (const keyword of CHOICES) addChoice(into, schema, keyword, seen);
  addTypes(into, canonical);
  const extensible = schema.members['x-extensible-enum'];
  const hasValues = 'enum' in schema.members || 'const' in schema.members;
  if (Array.isArray(extensible) && !hasValues) into.known.push(...extensible);
  else if (extensible !== undefined) addKeyword(into, schema, 'x-extensible-enum', extensible);
  for (const [name, field] of schema.child('properties')?.children() ?? [])
    into.fields.set(name, [...(into.fields.get(name) ?? []), field]);
  for (const [index, name] of (Array.isArray(canonical['required']) ? canonical['required'] : []).entries())
    into.required.set(String(name), `${schema.pointer}/required/${index}`);
  const items = 'items' in canonical ? schema.child('items') : undefined;
  if (items !== undefined) into.items.push(items);
  addAdditional(into, schema);
  for (const [keyword, value] of Object.entries(canonical)) {
    if (!RESOLVED.includes(keyword)) addKeyword(into, schema, keyword, value);
  }
}

function addAdditional(into: MergedSchema, schema: TreeNode): void {
  const additional = schema.child('additionalProperties');
  if (additional?.value === false) into.isClosed = true;
  else if (additional !== undefined && Object.keys(additional.members).length > 0) into.additional.push(additional);
}

/**
 * Adds `anyOf` or `oneOf`. If only one schema is left besides the schema of null, this schema applies to every value
 * except null. An `anyOf` of schemas with only a type equals a list of types; an enum of such a type adds no value.
 */
function addChoice(into: MergedSchema, schema: TreeNode, keyword: string, seen: Set<string>): void {
  const branches = subschemasOf(schema, keyword).filter(({ members }) => members['type'] !== 'null');
  const simple = branches.filter(isSimple);
  const types = simple.map(({ members }) => members['type']);
  const listed = branches.filter(
    (branch) =>
      !simple.includes(branch) &&
      hasOnly(branch, ['type', 'enum', 'const']) &&
      ownTypes({ enum: valuesOf(branch.members) })?.every((type) => types.includes(type)),
  );
  if (keyword === 'anyOf' && simple.length > 0 && simple.length + listed.length === branches.length) {
    addTypes(into, { type: types });
    for (const { members, component } of listed) {
      if (component !== undefined) into.components.add(component);
      into.known.push(...(valuesOf(members) ?? []));
    }
    for (const branch of branches)
      for (const [key, value] of Object.entries(branch.members))
        if (isText(key, value)) addKeyword(into, branch, key, value);
    return;
  }
  const [only] = branches;
  if (keyword in schema.members && only === undefined) addTypes(into, { type: 'null' });
  if (only !== undefined && branches.length === 1) addSchema(into, only, seen);
  else if (only !== undefined) {
    const isDiscriminated = 'discriminator' in schema.members;
    into.choices.push({ keyword, pointer: `${schema.pointer}/${keyword}`, branches, isDiscriminated });
  }
}

/** Returns whether an alternative has only a type. */
const isSimple = (branch: TreeNode): boolean =>
  branch.component === undefined &&
  hasOnly(branch, ['type']) &&
  typeof branch.members['type'] === 'string' &&
  !('x-extensible-enum' in branch.members);

/** Turns a `oneOf` of types that do not overlap into a list of types, unless the other version has alternatives too. */
export function withListedTypes(one: MergedSchema, other: MergedSchema): MergedSchema {
  const [choice, ...others] = one.choices;
  if (choice === undefined || other.choices.length + others.length > 0 || !choice.branches.every(isSimple)) return one;
  const types = choice.branches.map(({ members }) => members['type']);
  const disjoint = new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
  if (disjoint.size < types.length) return one;
  const result = { ...one, choices: [] };
  addTypes(result, { type: types });
  return result;
}

/** Returns whether a schema has no keywords except some keywords and texts. */
const hasOnly = ({ members }: TreeNode, keywords: readonly string[]): boolean =>
  Object.entries(members).every(([key, value]) => keywords.includes(key) || isText(key, value));

/** Returns whether a schema is `false`, or excludes every value. */
const allowsNothing = ({ value, members }: TreeNode): boolean =>
  value === false || ('not' in members && allowsAnything(members['not']));

function addTypes(into: MergedSchema, members: JsonObject): void {
  const values = valuesOf(members);
  const listed = ownTypes(members);
  if (listed !== undefined) {
    const types = listed.filter((type) => type !== 'null');
    into.types = new Set(into.types === undefined ? types : commonTypes([...into.types], types));
  }
  if (values === undefined) return;
  const others: readonly unknown[] = values.filter((value) => value !== null);
  into.enum = into.enum === undefined ? others : into.enum.filter((value) => others.includes(value));
}

function addKeyword(into: MergedSchema, schema: TreeNode, keyword: string, value: unknown): void {
  const isContainer = hasMembers(value);
  const entry = {
    value,
    pointer: `${schema.pointer}/${escapeKey(originOf(keyword, schema.members))}`,
    node: isContainer && textKind(keyword) === undefined ? schema.child(keyword) : undefined,
  };
  into.keywords.set(keyword, [...(into.keywords.get(keyword) ?? []), entry]);
}

export interface NumberLimit {
  readonly keyword: string;
  readonly value: number;
  readonly pointer: string;
}

/** Returns the tightest limit on one side; an exclusive limit is tighter than an inclusive limit of the same value. */
export function limitOf(schema: MergedSchema, { inclusive, exclusive, tightest }: Side): NumberLimit | undefined {
  const limits = [exclusive, inclusive].flatMap((keyword) =>
    (schema.keywords.get(keyword) ?? []).flatMap(({ value, pointer }) =>
      typeof value === 'number' ? [{ keyword, value, pointer }] : [],
    ),
  );
  const value = tightest(...limits.map((limit) => limit.value));
  return limits.find((limit) => limit.value === value);
}
