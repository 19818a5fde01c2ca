import { asCode, contentTypeDetail, type Drift } from './difference.ts';
import type { CheckedBody, CheckedHeader, CheckedOperation, FieldTree, ValidationError } from './response-checks.ts';

/** A response with its body. */
export interface ObservedResponse {
  readonly status: number;
  /** Media type in lower case without parameters; empty without `Content-Type`. */
  readonly mediaType: string;
  /** Parsed JSON, or a text. */
  readonly body: unknown;
  /** Whether the body was left unread. */
  readonly isUnread: boolean;
  /** Header fields by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of the path parameters by name. Without the id of an item, the response can have any id. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Statuses of responses that never have a body. */
const WITHOUT_BODY = [204, 205, 304];
export const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

/** Compares a response of an operation with the document. */
export function compareResponse(
  { status, mediaType, body, isUnread, headers, parameters }: ObservedResponse,
  operation: CheckedOperation,
): Drift[] {
  const { id: operationId, method, path, trees } = operation;
  const differences: Drift[] = [];
  const add: Add = (kind, detail, others) =>
    differences.push({
      operation: asCode(`${method} ${path}`),
      response: String(status),
      kind,
      detail,
      isOpen: false,
      operationId,
      method,
      path,
      status,
      ...others,
    });

  const keys = [String(status), `${String(status)[0]}XX`, 'default'];
  const key = keys.find((one) => Object.hasOwn(operation.responses, one));
  const content = operation.responses[key ?? ''];
  if (key === undefined || content === undefined) {
    add('status', 'not documented');
    return differences;
  }
  if (key !== keys[0]) add('status', `documented only as ${asCode(key)}`, { isOpen: true });
  addHeaderDifferences(add, operation.headers?.[key] ?? {}, headers);
  const documented = Object.keys(content);
  const checked = content[mediaType] ?? Object.values(content).find(({ validate }) => validate !== undefined);
  if (body === undefined && !isUnread) {
    // A read has an item, even if its document has only a range such as `2XX`.
    const canBeEmpty = WITHOUT_BODY.includes(status) && !(operation.item && status < 300);
    if (documented.length > 0 && !canBeEmpty) add('body', 'empty');
    return differences;
  }
  if (documented.length === 0) {
    // The document cannot forbid a body.
    add('body', 'not documented', { isOpen: true });
    return differences;
  }
  const type = contentTypeDetail(mediaType, documented);
  if (type !== undefined) add('content type', type);
  if (!isJson(mediaType) || isUnread) return differences;
  if (checked?.validate === undefined || checked.fields === undefined) return differences;
  if (operation.item && status < 300) addIdDifference(add, operation.item, trees[checked.fields], parameters, body);
  try {
    addBodyDifferences(add, trees, { validate: checked.validate, fields: checked.fields }, body);
  } catch {
    // A body with thousands of levels exceeds the stack of the recursive functions.
    add('body', 'too deep');
  }
  return differences;
}

type Add = (kind: string, detail: string, others?: Partial<Drift>) => void;

function addHeaderDifferences(
  add: Add,
  documented: Readonly<Record<string, CheckedHeader>>,
  headers: ObservedResponse['headers'],
) {
  for (const [name, { required, validate }] of Object.entries(documented)) {
    const value = headers[name.toLowerCase()];
    // A validator gets the text, or the number in the text. `Number('')` would be 0.
    const isValid = value === undefined ? !required : !validate || validate(value) || validate(Number(value || '-'));
    if (!isValid) add('header field', `${asCode(name)} ${value === undefined ? 'is missing' : 'violates its schema'}`);
  }
}

/**
 * Compares the id of an item with the requested id, without their case. Any documented field can contain the requested
 * id, because an item can be requested by another field than its id.
 */
function addIdDifference(
  add: Add,
  [parameter, field]: NonNullable<CheckedOperation['item']>,
  { properties = {} }: FieldTree = {},
  parameters: ObservedResponse['parameters'],
  body: unknown,
) {
  const id = parameters[parameter];
  if (id === undefined || !Object.hasOwn(properties, field)) return;
  const isId = ([name, value]: [string, unknown]) => Object.hasOwn(properties, name) && isSameId(value, id);
  if (!Object.entries(Object(body)).some(isId)) add('body', 'without the requested id');
}

/** Whether a value is an id, perhaps in another case. */
export const isSameId = (value: unknown, id: unknown): boolean =>
  typeof value !== 'object' && String(value).toLowerCase() === String(id).toLowerCase();

function addBodyDifferences(add: Add, trees: readonly FieldTree[], checked: CheckedBody, body: unknown) {
  const undocumented = new Set<string>();
  const errors = violations(trees, checked, body, undocumented);
  for (const pointer of undocumented) {
    const names = pointer.slice(1).replaceAll('/[]', '[]').replaceAll('/', '.');
    add('undocumented fields', asCode(names.replaceAll('~1', '/').replaceAll('~0', '~')), { pointer, isOpen: true });
  }
  for (const error of errors) {
    const { instancePath, keyword, params } = error;
    // The name of a missing property is in the document, and never in the response.
    const missing = params.missingProperty === undefined ? '' : `/${escaped(params.missingProperty)}`;
    const pointer = publicPointer(trees, checked.fields, `${instancePath}${missing}`);
    const others = { pointer, keyword, isOpen: isAdditional(error) };
    add('schema violation', `${asCode(pointer)} violates ${asCode(keyword)}`, others);
  }
}

/** Whether a body has an additional field that a schema forbids. A response can have additional fields anyway. */
export const isAdditional = ({ keyword }: ValidationError): boolean =>
  /^(additional|unevaluated)Properties$/.test(keyword);

/**
 * Returns how a body violates its schema, and adds the pointers of its undocumented fields to a set. An additional field
 * that no schema declares is not a violation.
 */
export function violations(
  trees: readonly FieldTree[],
  { validate, fields }: CheckedBody,
  body: unknown,
  undocumented = new Set<string>(),
): readonly ValidationError[] {
  const documented = documentedPart(trees, trees[fields], body, undocumented);
  validate(body);
  // The errors of a valid body are null.
  if (validate.errors?.some(isAdditional)) validate(documented);
  return validate.errors ?? [];
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the segment of a field in a pointer: an undeclared name is shown only next to declared names. */
const segmentOf = ({ properties, others }: FieldTree, name: string): string =>
  Object.hasOwn(properties ?? {}, name) || (properties !== undefined && others === undefined) ? escaped(name) : '{}';

const fieldOf = (trees: readonly FieldTree[], { properties = {}, others }: FieldTree, name: string) =>
  trees[(Object.hasOwn(properties, name) ? properties[name] : others) ?? -1];

/** Largest number of undocumented fields that one check reports. It limits the time of a check. */
const MAX_UNDOCUMENTED = 1000;

/**
 * Returns a copy of a value without its undocumented fields, and adds their pointers to a set. The fields of an
 * undocumented field are left out.
 */
function documentedPart(
  trees: readonly FieldTree[],
  tree: FieldTree | undefined,
  value: unknown,
  undocumented: Set<string>,
  pointer = '',
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = trees[tree?.items ?? -1];
    const parts = value.map((item) => documentedPart(trees, items, item, undocumented, `${pointer}/[]`));
    // Without a schema for all items, each item can have another schema.
    return items === undefined ? value : parts;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const inside = `${pointer}/${segmentOf(tree ?? {}, name)}`;
      const field = fieldOf(trees, tree ?? {}, name);
      if (field !== undefined) return [[name, documentedPart(trees, field, inner, undocumented, inside)]];
      if (undocumented.size < MAX_UNDOCUMENTED) undocumented.add(inside);
      return [];
    }),
  );
}

/** Replaces the keys of maps in a pointer by `{}`, and the indexes of arrays by `[]`. */
function publicPointer(trees: readonly FieldTree[], root: number, pointer: string): string {
  let tree = trees[root];
  return pointer.replaceAll(/\/([^/]*)/g, (_segment, key: string) => {
    const { items } = tree ?? {};
    if (items !== undefined && /^\d+$/.test(key)) {
      tree = trees[items];
      return '/[]';
    }
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    const segment = segmentOf(tree ?? {}, name);
    tree = fieldOf(trees, tree ?? {}, name);
    return `/${segment}`;
  });
}
