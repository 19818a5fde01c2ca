import { escapeKey, isNode, type Node, type Place } from './place.ts';

/** Alternatives of a value: the schemas in `anyOf` or `oneOf`, except the schema of null. */
export interface Choice {
  readonly keyword: string;
  readonly pointer: string;
  readonly branches: readonly Place[];
}

/** Summary of some schemas that all apply to one value. `allOf` is resolved. */
export interface SchemaView {
  readonly pointer: string;
  /** Types without null; `undefined` if the value can have any type. */
  types: ReadonlySet<string> | undefined;
  allowsNull: boolean;
  /** Allowed values without null; `undefined` without a list. */
  enum: readonly unknown[] | undefined;
  readonly fields: Map<string, Place[]>;
  readonly required: Set<string>;
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
}

const CHOICES = ['anyOf', 'oneOf'];
/** Keywords that the members of `SchemaView` contain. */
const RESOLVED = ['$ref', 'type', 'nullable', 'enum', 'const', 'required', 'properties', 'items', 'allOf'];

/** Returns a summary of some schemas that all apply to one value. */
export function viewOf(schemas: readonly Place[]): SchemaView {
  const view: SchemaView = {
    pointer: schemas[0]?.pointer ?? '',
    types: undefined,
    allowsNull: true,
    enum: undefined,
    fields: new Map(),
    required: new Set(),
    items: [],
    additional: [],
    isClosed: false,
    choices: [],
    components: new Set(),
    keywords: new Map(),
  };
  const seen = new Set<unknown>();
  for (const schema of schemas) addSchema(view, schema, seen);
  return view;
}

function addSchema(view: SchemaView, schema: Place, seen: Set<unknown>): void {
  if (seen.has(schema.value)) return;
  seen.add(schema.value);
  const { node } = schema;
  if (schema.component !== undefined) view.components.add(schema.component);
  if (schema.value === false) addKeyword(view, schema, 'not', {});
  for (const [, member] of schema.child('allOf')?.children() ?? []) addSchema(view, member, seen);
  for (const keyword of CHOICES) addChoice(view, schema, keyword, seen);
  addTypes(view, node);
  for (const [name, field] of schema.child('properties')?.children() ?? [])
    view.fields.set(name, [...(view.fields.get(name) ?? []), field]);
  for (const name of Array.isArray(node['required']) ? node['required'] : []) view.required.add(String(name));
  const items = schema.child('items');
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

/** Adds `anyOf` or `oneOf`. If one schema and null are left, the schema applies to any value but null. */
function addChoice(view: SchemaView, schema: Place, keyword: string, seen: Set<unknown>): void {
  const all = (schema.child(keyword)?.children() ?? []).map(([, branch]) => branch);
  if (all.length === 0) return;
  const branches = all.filter(({ node }) => node['type'] !== 'null');
  const hasNull = branches.length < all.length;
  const [only] = branches;
  if (only !== undefined && branches.length === 1) addSchema(view, only, seen);
  else view.choices.push({ keyword, pointer: `${schema.pointer}/${keyword}`, branches });
  view.allowsNull = hasNull || branches.some((branch) => viewOf([branch]).allowsNull);
}

function addTypes(view: SchemaView, node: Node): void {
  const values = Array.isArray(node['enum']) ? node['enum'] : 'const' in node ? [node['const']] : undefined;
  const listed = typesOf(node) ?? (values && [...new Set(values.map(typeOf))]);
  if (listed !== undefined) {
    const types = listed.filter((type) => type !== 'null');
    view.types = new Set(view.types === undefined ? types : types.filter((type) => view.types?.has(type)));
    view.allowsNull = view.allowsNull && listed.includes('null');
  }
  // OpenAPI 3.0, 4.7.24: `nullable` allows null next to `type`; document tools also accept it next to `allOf`.
  if (node['nullable'] === true) view.allowsNull = true;
  if (values === undefined) return;
  const others = values.filter((value) => value !== null);
  view.enum = view.enum === undefined ? others : view.enum.filter((value) => others.includes(value));
}

/** Returns the types of a schema; a schema with properties describes an object. */
function typesOf(node: Node): string[] | undefined {
  const type = node['type'] ?? (isNode(node['properties']) ? 'object' : undefined);
  return type === undefined ? undefined : (Array.isArray(type) ? type : [type]).map(String);
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

function addKeyword(view: SchemaView, schema: Place, keyword: string, value: unknown): void {
  const entry = { value, pointer: `${schema.pointer}/${escapeKey(keyword)}` };
  view.keywords.set(keyword, [...(view.keywords.get(keyword) ?? []), entry]);
}
