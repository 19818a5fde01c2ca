import { asCode, contentTypeDetail, type Drift } from './difference.ts';
import type { CheckedBody, FieldTree, ResponseChecks } from './response-checks.ts';

/** A response with its body. */
export interface ObservedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Media type in lower case without parameters; empty without `Content-Type`. */
  readonly mediaType: string;
  /** Parsed JSON, or a text. */
  readonly body: unknown;
  /** Whether the body was left unread. */
  readonly isUnread: boolean;
}

/** Statuses of responses that never have a body. */
const WITHOUT_BODY = [204, 205, 304];
export const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

/** Compares a response with the document. The result is empty if the document has no such operation. */
export function compareResponse(
  { method, path, status, mediaType, body, isUnread }: ObservedResponse,
  { operations, trees }: ResponseChecks,
): Drift[] {
  const operation = operations[`${method} ${path}`];
  if (operation === undefined) return [];
  const differences: Drift[] = [];
  const add: Add = (kind, detail, others) =>
    differences.push({
      operation: asCode(`${method} ${path}`),
      response: String(status),
      kind,
      detail,
      isOpen: false,
      operationId: operation.id,
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
  const documented = Object.keys(content);
  if (body === undefined && !isUnread) {
    if (documented.length > 0 && !WITHOUT_BODY.includes(status)) add('body', 'empty');
    return differences;
  }
  if (documented.length === 0) {
    add('body', 'not documented');
    return differences;
  }
  const type = contentTypeDetail(mediaType, documented);
  if (type !== undefined) add('content type', type);
  if (!isJson(mediaType) || isUnread) return differences;
  const checked = content[mediaType] ?? Object.values(content).find(({ validate }) => validate !== undefined);
  if (checked?.validate === undefined || checked.fields === undefined) return differences;
  try {
    addBodyDifferences(add, trees, { validate: checked.validate, fields: checked.fields }, body);
  } catch {
    // A body with thousands of levels exceeds the stack of the recursive functions. It is then compared only in part.
  }
  return differences;
}

type Add = (kind: string, detail: string, others?: Partial<Drift>) => void;

function addBodyDifferences(add: Add, trees: readonly FieldTree[], { validate, fields }: CheckedBody, body: unknown) {
  for (const pointer of undocumentedFields(trees, fields, body)) {
    const names = pointer.slice(1).replaceAll('/[]', '[]').replaceAll('/', '.');
    // If a schema forbids other fields, an undocumented field is also a schema violation.
    add('undocumented fields', asCode(names.replaceAll('~1', '/').replaceAll('~0', '~')), { pointer, isOpen: true });
  }
  validate(body);
  // The errors of a valid body are null.
  for (const { instancePath, keyword, params } of validate.errors ?? []) {
    // The name of a missing property is in the document, and never in the response.
    const missing = params.missingProperty === undefined ? '' : `/${escaped(params.missingProperty)}`;
    const pointer = publicPointer(trees, fields, `${instancePath}${missing}`);
    add('schema violation', `${asCode(pointer)} violates ${asCode(keyword)}`, { pointer, keyword });
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the segment of a field in a pointer: an undeclared name is shown only next to declared names. */
const segmentOf = ({ properties, others }: FieldTree, name: string): string =>
  Object.hasOwn(properties ?? {}, name) || (properties !== undefined && others === undefined) ? escaped(name) : '{}';

/** Returns the tree of a field. */
const fieldOf = (trees: readonly FieldTree[], { properties = {}, others }: FieldTree, name: string) =>
  trees[(Object.hasOwn(properties, name) ? properties[name] : others) ?? -1];

/** Largest number of undocumented fields that one check reports. It limits the time of a check. */
const MAX_UNDOCUMENTED = 1000;

/** Returns the undocumented fields of a value, each pointer once. The fields of an undocumented field are left out. */
function undocumentedFields(trees: readonly FieldTree[], root: number, body: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (tree: FieldTree | undefined, value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null || found.size >= MAX_UNDOCUMENTED) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(trees[tree?.items ?? -1], item, `${pointer}/[]`);
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      const inside = `${pointer}/${segmentOf(tree ?? {}, name)}`;
      const field = fieldOf(trees, tree ?? {}, name);
      if (field !== undefined) visit(field, inner, inside);
      else if (found.add(inside).size >= MAX_UNDOCUMENTED) return;
    }
  };
  visit(trees[root], body, '');
  return found;
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
