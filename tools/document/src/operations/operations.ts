import { isObject } from '../model/json.ts';
import {
  METHOD_KEYS,
  type MediaType,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type ResponseObject,
} from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { parameterNames, templatePattern } from './path-template.ts';

/** An operation of the document with its method and path. */
export interface OperationEntry {
  readonly id: string;
  /** HTTP method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
  /** Parameters of the path item and of the operation itself. */
  readonly parameters: readonly Parameter[];
}

/** Methods with which `fetch` cannot send a body. */
export const WITHOUT_BODY: readonly string[] = ['GET', 'HEAD'];

/**
 * Lists the operations of a document, in the order of the document. The references of an operation are resolved, except
 * those of schemas.
 */
export function listOperations(document: OpenApiDocument): OperationEntry[] {
  // Other people's documents can have extensions in `paths`, no `paths`, and members without a value.
  return Object.entries(document.paths ?? {}).flatMap(([path, place]) => {
    const item = resolve(document, place).value;
    if (path.startsWith('x-') || !isObject(item)) return [];
    const shared = resolvedParameters(document, item.parameters ?? []);
    return METHOD_KEYS.flatMap((method) => {
      const unresolved = item[method];
      if (!isObject(unresolved)) return [];
      const operation = resolvedOperation(document, unresolved);
      const own = operation.parameters ?? [];
      const inherited = shared.filter(
        ({ name, in: location }) => !own.some((parameter) => parameter.name === name && parameter.in === location),
      );
      const id = operation.operationId ?? `${method.toUpperCase()} ${path}`;
      return [{ id, method: method.toUpperCase(), path, operation, parameters: [...inherited, ...own] }];
    });
  });
}

/**
 * Returns an operation whose parameters, request body, responses, header fields and examples are resolved. The schemas
 * keep their references.
 */
function resolvedOperation(document: object, operation: OperationObject): OperationObject {
  const { parameters, requestBody: place, responses } = operation;
  const requestBody = resolve(document, place).value;
  return {
    ...operation,
    ...(parameters && { parameters: resolvedParameters(document, parameters) }),
    // The lint run reports a request body without content.
    ...(requestBody && { requestBody: withContent(document, { ...requestBody, content: requestBody.content ?? {} }) }),
    ...(responses && {
      responses: mapMembers(withoutExtensions(responses), (response) => resolvedResponse(document, response)),
    }),
  };
}

/** Returns parameters whose references are resolved, except those of schemas. */
const resolvedParameters = (document: object, parameters: readonly Parameter[] = []): Parameter[] =>
  parameters.map((place) => withContent(document, withExamples(document, resolve(document, place).value)));

function resolvedResponse(document: object, place: ResponseObject): ResponseObject {
  const response = withContent(document, resolve(document, place).value);
  const { headers } = response;
  return headers === undefined
    ? response
    : { ...response, headers: mapMembers(headers, (header) => resolve(document, header).value) };
}

function withContent<T extends object>(document: object, value: T): T {
  const { content } = value as { readonly content?: Record<string, MediaType> };
  return content === undefined
    ? value
    : { ...value, content: mapMembers(content, (media) => withExamples(document, media)) };
}

function withExamples<T extends object>(document: object, value: T): T {
  const { examples } = value as Pick<MediaType, 'examples'>;
  return examples === undefined
    ? value
    : { ...value, examples: mapMembers(examples, (example) => resolve(document, example).value) };
}

const withoutExtensions = <T extends object>(members: T): T =>
  // The cast is safe: extensions are not members.
  Object.fromEntries(Object.entries(members).filter(([key]) => !key.startsWith('x-'))) as T;

/** Changes the members of an object. Keeps values that are not objects, such as texts in the documents of others. */
const mapMembers = <T>(members: Record<string, T>, change: (member: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(members).map(([key, member]) => [key, isObject(member) ? change(member) : member]));

/** Creates a function that finds the operation of a request by its method and its path below the server URL. */
export function operationFinder(
  document: OpenApiDocument,
): (method: string, path: string) => OperationEntry | undefined {
  const operations = listOperations(document)
    .map((operation) => ({
      operation,
      count: parameterNames(operation.path).length,
      pattern: new RegExp(`^${templatePattern(operation.path)}$`),
    }))
    // Paths with fewer parameters come first: `/users/me` is not the user "me" (OpenAPI 3.1, Paths Object).
    .sort((one, other) => one.count - other.count);
  return (method, path) =>
    operations.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}
