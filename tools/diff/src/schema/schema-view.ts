import {
  allowsNull,
  CHOICES,
  commonTypes,
  escapeKey,
  hasMembers,
  type JsonObject,
  membersOf,
  ownTypes,
  type Reading,
  valuesOf,
} from 'tools-document';
import type { Place } from '../place.ts';
import { isText, textKind } from '../texts.ts';
import { allowsAnything, canonicalKeywords, originOf } from './canonical-schema.ts';

/** Alternatives of a value: the schemas in `anyOf` or `oneOf`, except the schema of null. */
export interface Choice {
  readonly keyword: string;
  readonly pointer: string;
  readonly branches: readonly Place[];
}

/** Summary of some schemas that all apply to one value. `allOf` is resolved. */
export interface SchemaView {
  readonly pointer: string;
  /** Whether null is allowed, by JSON Schema and by the generated types. */
  readonly null: Readonly<Record<Reading, boolean>>;
  /** Types without null; `undefined` if the value can have any type. */
  types: ReadonlySet<string> | undefined;
  /** Allowed values without null; `undefined` without a list. */
  enum: readonly unknown[] | undefined;
  /** Values that an enum lists, although an alternative allows any value of their type, and `x-extensible-enum`. */
  readonly known: unknown[];
  readonly fields: Map<string, Place[]>;
  /** Pointers of the names of required fields. */
  readonly required: Map<string, string>;
  readonly items: Place[];
  /** Schemas of additional fields, except `true` and `{}`. */
  readonly additional: Place[];
  /** Whether additional fields are forbidden. */
  isClosed: boolean;
  readonly choices: Choice[];
  /** Components of which the schemas are composed. */
  readonly components: Set<string>;
  /** Values of all other keywords. */
  readonly keywords: Map<string, KeywordValue[]>;
}

/** The value of a keyword and its location. */
export interface KeywordValue {
  readonly value: unknown;
  readonly pointer: string;
  /** The value with its references, if the value can contain references. */
  readonly place: Place | undefined;
}

/** Keywords that the members of `SchemaView` contain. */
const RESOLVED = [
  '$ref',
  'type',
  'nullable',
  'enum',
  'const',
  'required',
  'properties',
  'items',
  'allOf',
  'x-extensible-enum',
];

/** Summaries of single schemas: several operations use the same schemas. A YAML alias shares a value between schemas. */
const views = new WeakMap<JsonObject, { readonly schema: Place; readonly view: SchemaView }>();

/** Returns a summary of some schemas that all apply to one value. */
export function viewOf(schemas: readonly Place[]): SchemaView {
  const [schema, ...others] = schemas;
  if (schema === undefined || others.length > 0) return createView(schemas);
  const known = views.get(schema.node);
  if (known?.schema.id === schema.id && known.schema.component === schema.component) return known.view;
  const view = createView(schemas);
  views.set(schema.node, { schema, view });
  return view;
}

function createView(schemas: readonly Place[]): SchemaView {
  const view: SchemaView = {
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
  for (const schema of schemas) addSchema(view, schema, seen);
  return view;
}

function addSchema(view: SchemaView, schema: Place, seen: Set<string>): void {
  if (seen.has(schema.id)) return;
  seen.add(schema.id);
  if (schema.component !== undefined) view.components.add(schema.component);
  if (schema.parts !== undefined) {
    for (const part of schema.parts) addSchema(view, part, seen);
    return;
  }
  const node = canonicalKeywords(schema.node);
  if (allowsNothing(schema)) view.types = new Set();
  for (const member of membersOf(schema, 'allOf')) addSchema(view, member, seen);
  for (const keyword of CHOICES) addChoice(view, schema, keyword, seen);
  addTypes(view, node);
  const known = schema.node['x-extensible-enum'];
  const isClosed = 'enum' in schema.node || 'const' in schema.node;
  if (Array.isArray(known) && !isClosed) view.known.push(...known);
  else if (known !== undefined) addKeyword(view, schema, 'x-extensible-enum', known);
  for (const [name, field] of schema.child('properties')?.children() ?? [])
    view.fields.set(name, [...(view.fields.get(name) ?? []), field]);
  for (const [index, name] of (Array.isArray(node['required']) ? node['required'] : []).entries())
    view.required.set(String(name), `${schema.pointer}/required/${index}`);
  const items = 'items' in node ? schema.child('items') : undefined;
  if (items !== undefined) view.items.push(items);
  addAdditional(view, schema);
  for (const [keyword, value] of Object.entries(node)) {
    if (![...RESOLVED, ...CHOICES, 'additionalProperties'].includes(keyword)) addKeyword(view, schema, keyword, value);
  }
}

function addAdditional(view: SchemaView, schema: Place): void {
  const additional = schema.child('additionalProperties');
  if (additional?.value === false) view.isClosed = true;
  else if (additional !== undefined && Object.keys(additional.node).length > 0) view.additional.push(additional);
}

/**
 * Adds `anyOf` or `oneOf`. If only one schema is left besides the schema of null, this schema applies to every value
 * except null. An `anyOf` of schemas with only a type equals a list of types; an enum of such a type adds no value.
 */
function addChoice(view: SchemaView, schema: Place, keyword: string, seen: Set<string>): void {
  const branches = membersOf(schema, keyword).filter(({ node }) => node['type'] !== 'null');
  const simple = branches.filter(isSimple);
  const types = simple.map(({ node }) => node['type']);
  const listed = branches.filter(
    (branch) =>
      !simple.includes(branch) &&
      hasOnly(branch, ['type', 'enum', 'const']) &&
      ownTypes({ enum: valuesOf(branch.node) })?.every((type) => types.includes(type)),
  );
  if (keyword === 'anyOf' && simple.length > 0 && simple.length + listed.length === branches.length) {
    addTypes(view, { type: types });
    for (const { node, component } of listed) {
      if (component !== undefined) view.components.add(component);
      view.known.push(...(valuesOf(node) ?? []));
    }
    for (const branch of branches)
      for (const [key, value] of Object.entries(branch.node))
        if (isText(key, value)) addKeyword(view, branch, key, value);
    return;
  }
  const [only] = branches;
  if (keyword in schema.node && only === undefined) addTypes(view, { type: 'null' });
  if (only !== undefined && branches.length === 1) addSchema(view, only, seen);
  else if (only !== undefined) view.choices.push({ keyword, pointer: `${schema.pointer}/${keyword}`, branches });
}

/** Returns whether an alternative has only a type. */
const isSimple = (branch: Place): boolean =>
  branch.component === undefined &&
  hasOnly(branch, ['type']) &&
  typeof branch.node['type'] === 'string' &&
  !('x-extensible-enum' in branch.node);

/** If the other version has no alternatives, replaces a `oneOf` of types that do not overlap with a list of types. */
export function withListedTypes(view: SchemaView, other: SchemaView): SchemaView {
  const [choice, ...others] = view.choices;
  if (choice === undefined || other.choices.length + others.length > 0 || !choice.branches.every(isSimple)) return view;
  const types = choice.branches.map(({ node }) => node['type']);
  const disjoint = new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
  if (disjoint.size < types.length) return view;
  const result = { ...view, choices: [] };
  addTypes(result, { type: types });
  return result;
}

/** Returns whether a schema has no keywords except some keywords and texts. */
const hasOnly = ({ node }: Place, keywords: readonly string[]): boolean =>
  Object.entries(node).every(([key, value]) => keywords.includes(key) || isText(key, value));

/** Returns whether a schema is `false`, or excludes every value. */
const allowsNothing = ({ value, node }: Place): boolean =>
  value === false || ('not' in node && allowsAnything(node['not']));

function addTypes(view: SchemaView, node: JsonObject): void {
  const values = valuesOf(node);
  const listed = ownTypes(node);
  if (listed !== undefined) {
    const types = listed.filter((type) => type !== 'null');
    view.types = new Set(view.types === undefined ? types : commonTypes([...view.types], types));
  }
  if (values === undefined) return;
  const others: readonly unknown[] = values.filter((value) => value !== null);
  view.enum = view.enum === undefined ? others : view.enum.filter((value) => others.includes(value));
}

function addKeyword(view: SchemaView, schema: Place, keyword: string, value: unknown): void {
  const isContainer = hasMembers(value);
  const entry = {
    value,
    pointer: `${schema.pointer}/${escapeKey(originOf(keyword, schema.node))}`,
    place: isContainer && textKind(keyword) === undefined ? schema.child(keyword) : undefined,
  };
  view.keywords.set(keyword, [...(view.keywords.get(keyword) ?? []), entry]);
}
