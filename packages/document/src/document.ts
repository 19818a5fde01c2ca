import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isObject } from './json-object.ts';
import { isJsonType, isWildcard } from './media-type.ts';
import { applySiblings } from './references/apply-siblings.ts';
import { readBundle } from './references/bundle.ts';
import { repeatFlags } from './references/repeat-flags.ts';
import { resolve } from './references/resolve.ts';
import { resolvedOperation, resolvedParameters } from './resolved-operation.ts';
import { upgradeToOpenApi31 } from './upgrade.ts';

/** Root folder of this project. */
export const projectRoot = join(import.meta.dirname, '../../..');

/** Returns the folder in which the user ran npm. npm runs scripts in the folder of package.json. */
export const startFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();

/**
 * The members of an OpenAPI document that the scripts read. Any component can be a reference: `listOperations` resolves
 * the references of operations except their schemas, and `resolve` resolves one place.
 */
export interface OpenApiDocument {
  /** Version of OpenAPI, such as `3.1.0`. */
  openapi?: string;
  info: { title: string; version: string; description?: string; 'x-release-lifecycles'?: string[] };
  servers?: { url: string }[];
  security?: SecurityRequirement[];
  paths: Record<string, PathItem>;
  components?: { securitySchemes?: Record<string, SecurityScheme>; schemas?: Record<string, object> };
}

type SecurityRequirement = Record<string, string[]>;
type PathItem = { parameters?: Parameter[] } & { [method in HttpMethod]?: Operation };

interface SecurityScheme {
  type: string;
  /** Name of an HTTP authentication scheme, such as `bearer`. */
  scheme?: string;
  flows?: { clientCredentials?: { tokenUrl: string; scopes: object; 'x-form-parameters'?: Record<string, string> } };
}

/** An operation object of the document. */
export interface Operation {
  operationId?: string;
  deprecated?: boolean;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: SecurityRequirement[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses?: Record<string, ResponseObject>;
  'x-release-lifecycle'?: string;
  'x-not-shown'?: string[];
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema?: object;
  /** The media type of a value that is sent as text, such as JSON. */
  content?: Record<string, MediaType>;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

/** One media type of a request body or a response. */
export interface MediaType {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

/** A response of an operation. */
export interface ResponseObject {
  description: string;
  headers?: Record<string, { required?: boolean; schema?: object }>;
  content?: Record<string, MediaType>;
  'x-not-shown'?: string[];
}

export const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
type HttpMethod = (typeof HTTP_METHODS)[number];

/** An operation of the document with its method and path. */
export interface OperationEntry {
  readonly id: string;
  /** HTTP method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** Parameters of the path item and of the operation itself. */
  readonly parameters: readonly Parameter[];
}

/** An entry under `apis` in `redocly.yaml`. */
export interface Api {
  readonly name: string;
  /** Path of the document, from the project's root. */
  readonly root: string;
  /** Absolute path of the document. */
  readonly file: string;
}

/**
 * Finds a document by its name under `apis` in `redocly.yaml`.
 *
 * @param name The name. The default is the first entry: the document from which this package is generated.
 * @param folder Folder of `redocly.yaml`.
 */
export async function findApi(name?: string, folder = projectRoot): Promise<Api> {
  const config: unknown = parse(await readFile(join(folder, 'redocly.yaml'), 'utf8'));
  // The cast is safe: Redocly checks the structure of redocly.yaml in every lint run.
  const { apis } = config as { apis: Record<string, { root: string }> };
  const chosen = name ?? Object.keys(apis)[0] ?? '';
  const root = Object.hasOwn(apis, chosen) ? apis[chosen]?.root : undefined;
  if (root === undefined) {
    throw new Error(`redocly.yaml has no entry "${chosen}" under apis; it has: ${Object.keys(apis).join(', ')}`);
  }
  return { name: chosen, root, file: join(folder, root) };
}

/**
 * Reads a document and the files that it refers to, as one document that keeps its references. A document of OpenAPI
 * 3.0 is returned as 3.1.
 *
 * @throws Error If a file cannot be read or parsed, or if a reference has no target. The message names the file and the
 *   place of the reference. References in extensions and in examples are data, and are ignored.
 */
export async function readDocument(file: string): Promise<OpenApiDocument> {
  // The cast is safe: the lint run checks the structure of a document before files are generated from the document.
  const document = (await readBundle(file)) as unknown as OpenApiDocument;
  upgradeToOpenApi31(document);
  applySiblings(document);
  repeatFlags(document);
  return document;
}

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
    return HTTP_METHODS.flatMap((method) => {
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

/** Finds the key of the documented response for a status: the status itself, a range such as `4XX`, or `default`. */
export const documentedKey = (
  { responses = {} }: { responses?: object },
  status: number | string,
): string | undefined => [String(status), `${String(status)[0]}XX`, 'default'].find((key) => key in responses);

/** Finds the JSON media type of a response or a request body: `application/json; charset=utf-8`, or else a wildcard. */
export function jsonOf(content: Record<string, MediaType> = {}): MediaType | undefined {
  const types = Object.entries(content);
  return (types.find(([type]) => isJsonType(type)) ?? types.find(([type]) => isWildcard(type)))?.[1];
}

/** Types of security schemes whose lists in a requirement contain roles, not scopes (OpenAPI 3.1, 4.8.30). */
const SCHEMES_WITHOUT_SCOPES = ['http', 'apiKey', 'mutualTLS'];

/**
 * Lists the scopes that an operation requires: a token needs all scopes of at least one list.
 *
 * Each list is one alternative of `security`. An empty list is the alternative `{}`, which needs no token. An
 * alternative without scopes adds no list, because it does not state which scopes a token needs.
 *
 * @returns `null` if the document does not show the scopes.
 */
export function requiredScopes(
  { security = [], components }: Pick<OpenApiDocument, 'security' | 'components'>,
  operation: Operation,
): string[][] | null {
  const requirements = operation.security ?? security;
  if (requirements.length === 0) return [[]];
  const alternatives = requirements.flatMap((requirement) => {
    const schemes = Object.entries(requirement ?? {});
    const scopes = schemes.flatMap(([name, listed]) =>
      SCHEMES_WITHOUT_SCOPES.includes(components?.securitySchemes?.[name]?.type ?? '') ? [] : listed,
    );
    return schemes.length === 0 || scopes.length > 0 ? [[...new Set(scopes)]] : [];
  });
  const distinct = new Map(alternatives.map((scopes) => [scopes.toSorted().join(' '), scopes]));
  return distinct.size > 0 ? [...distinct.values()] : null;
}
