import {
  jsonOf,
  listOperations,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  type Parameter,
} from './document.ts';
import { otherJsonType } from './media-type.ts';
import { tenantServer } from './tenant-server.ts';

/** A feature that a document requires but the client does not support. */
export interface Unsupported {
  readonly feature: string;
  /** Advice for calling the operations without the feature. */
  readonly remedy: string;
  /** Ids of the operations that require the feature. */
  readonly operations: readonly string[];
}

interface Finding extends Omit<Unsupported, 'operations'> {
  /** Whether the client cannot call the operation at all, even with the remedy. */
  readonly isBlocking?: boolean;
}

/** Keywords of OpenAPI that only this module reads. */
interface SerializedParameter extends Parameter {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly content?: object;
}
interface FullOperation extends Operation {
  readonly servers?: readonly object[];
  readonly callbacks?: object;
}
interface FullDocument extends OpenApiDocument {
  readonly webhooks?: object;
}
interface Scheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
}

const NOT_SENT = 'omit the parameter; if it is required, the operation cannot be called';
const AS_STRING = 'pass the serialized string if the schema allows a string';
const OWN_FETCH = 'pass `fetch`, a function that adds the credentials to each request';

/**
 * Lists the features that a document requires but the client does not support, each with its operations.
 *
 * @param document The document, with resolved references.
 */
export function listUnsupported(document: OpenApiDocument): Unsupported[] {
  const byFeature = new Map<string, Finding & { readonly operations: Set<string> }>();
  const add = (finding: Finding, ids: readonly string[]) => {
    const entry = byFeature.get(finding.feature) ?? { ...finding, operations: new Set<string>() };
    for (const id of ids) entry.operations.add(id);
    byFeature.set(finding.feature, entry);
  };
  const operations = listOperations(document);
  for (const finding of documentFindings(document)) {
    add(
      finding,
      operations.map(({ id }) => id),
    );
  }
  for (const operation of operations) {
    for (const finding of operationFindings(document, operation)) add(finding, [operation.id]);
  }
  if (Object.keys((document as FullDocument).webhooks ?? {}).length > 0)
    add({ feature: 'webhooks', remedy: 'receive the requests in your service; see the type `webhooks`' }, []);
  return [...byFeature.values()].map(({ feature, remedy, operations: ids }) => ({
    feature,
    remedy,
    operations: [...ids],
  }));
}

/** Returns why the client cannot call an operation, such as `the client does not support TRACE operations`. */
export function uncallable(document: OpenApiDocument, operation: OperationEntry): string | undefined {
  const blocking = operationFindings(document, operation).find(({ isBlocking }) => isBlocking);
  return blocking && `the client does not support ${blocking.feature}`;
}

/**
 * Returns the finding that `tenantDomain` does not determine the base URL. This finding concerns all operations. The
 * result is empty if the host is the only variable in the URL of the first server.
 */
const documentFindings = (document: OpenApiDocument): Finding[] =>
  tenantServer(document) === undefined
    ? [
        {
          feature: 'a first server other than https://{host}/path',
          remedy: 'pass `baseUrl` instead of `tenantDomain`',
        },
      ]
    : [];

function operationFindings(document: OpenApiDocument, entry: OperationEntry): Finding[] {
  const { method, path, parameters } = entry;
  const operation: FullOperation = entry.operation;
  // A path item can have servers, like an operation.
  const { servers } = (document.paths[path] ?? {}) as FullOperation;
  const jsonType = otherJsonType(operation.requestBody?.content);
  return [
    ...(method === 'TRACE'
      ? [{ feature: 'TRACE operations', remedy: '`fetch` cannot send TRACE', isBlocking: true }]
      : []),
    ...parameters.flatMap((parameter) => {
      const finding = parameterFinding(parameter);
      return finding === undefined ? [] : [{ ...finding, isBlocking: parameter.required === true }];
    }),
    ...(jsonType === undefined
      ? []
      : [{ feature: `request bodies of type ${jsonType}`, remedy: 'set Content-Type in `headers`' }]),
    ...(hasRequiredReadOnly(jsonOf(operation.requestBody?.content)?.schema)
      ? [
          {
            feature: 'required read-only fields in request bodies',
            remedy: 'the types require these fields; to omit them, cast the body',
          },
        ]
      : []),
    ...patternFindings(document, entry),
    ...securityFindings(document, operation),
    ...(operation.servers !== undefined || servers !== undefined
      ? [
          {
            feature: 'servers of a path or an operation',
            remedy: 'create another client whose `baseUrl` is the URL of the server',
          },
        ]
      : []),
    ...(operation.callbacks === undefined
      ? []
      : [{ feature: 'callbacks', remedy: 'receive the requests in your service' }]),
  ];
}

/**
 * Returns the finding for a parameter that the client cannot serialize. The client sends a path or header parameter as
 * one string. It can also send a query parameter as a repeated name or as `name[key]`.
 */
function parameterFinding(parameter: SerializedParameter): Finding | undefined {
  const { in: place, content, allowReserved, schema = {} } = parameter;
  if (place === 'cookie') return { feature: 'cookie parameters', remedy: 'pass the field Cookie in `headers`' };
  if (content !== undefined) return { feature: `${place} parameters with content`, remedy: AS_STRING };
  const style = parameter.style ?? (place === 'query' ? 'form' : 'simple');
  const explode = parameter.explode ?? style === 'form';
  const kind = kindOf(schema);
  if (allowReserved === true)
    return { feature: `${place} parameters with allowReserved`, remedy: 'the client percent-encodes every value' };
  if (place === 'query') {
    const isSent =
      kind === 'scalar' || (kind === 'array' ? style === 'form' && explode : style === 'deepObject' && explode);
    if (isSent) return undefined;
    return { feature: `query parameters of type ${kind} with style ${style}, explode ${explode}`, remedy: AS_STRING };
  }
  if (style !== 'simple') return { feature: `${place} parameters with style ${style}`, remedy: NOT_SENT };
  return kind === 'scalar' ? undefined : { feature: `${place} parameters of type ${kind}`, remedy: AS_STRING };
}

/**
 * Returns whether a schema allows arrays, objects or only scalars. Circular references are not resolved, so they count
 * as scalars.
 */
function kindOf(schema: object): 'scalar' | 'array' | 'object' {
  const { type, properties, items, allOf, anyOf, oneOf } = schema as Readonly<Record<string, unknown>>;
  const types = [type].flat();
  if (types.includes('array') || items !== undefined) return 'array';
  if (types.includes('object') || properties !== undefined) return 'object';
  const parts = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return parts.map(kindOf).find((kind) => kind !== 'scalar') ?? 'scalar';
}

/** Cache of results by schema: after references are resolved, many places have the same schema. */
const requiringReadOnly = new WeakMap<object, boolean>();

/** Whether a schema, or a schema in it, requires a field that only the server sets. */
function hasRequiredReadOnly(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const known = requiringReadOnly.get(schema);
  if (known !== undefined) return known;
  const { properties, required } = schema as Readonly<Record<string, unknown>>;
  const names = Array.isArray(required) ? required : [];
  const isRequired = Object.entries(properties ?? {}).some(([name, field]) => names.includes(name) && field?.readOnly);
  const result = isRequired || Object.values(schema).some(hasRequiredReadOnly);
  requiringReadOnly.set(schema, result);
  return result;
}

/** Keywords whose value is data, not a schema. */
const DATA = ['example', 'examples', 'default', 'enum', 'const'];

const COMPONENT = '#/components/schemas/';

/** Collects the patterns that JavaScript cannot compile, from the schemas in a part of a document. */
function collectInvalidPatterns(
  document: OpenApiDocument,
  part: unknown,
  found: Set<string>,
  seen = new Set<object>(),
): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const { pattern, $ref } = part as Readonly<Record<string, unknown>>;
  if (typeof pattern === 'string' && !isPattern(pattern)) found.add(pattern);
  // A circular reference is not resolved, so follow the reference.
  if (typeof $ref === 'string' && $ref.startsWith(COMPONENT)) {
    const schema = document.components?.schemas?.[$ref.slice(COMPONENT.length)];
    collectInvalidPatterns(document, schema, found, seen);
  }
  for (const [keyword, value] of Object.entries(part)) {
    if (!DATA.includes(keyword)) collectInvalidPatterns(document, value, found, seen);
  }
}

function patternFindings(document: OpenApiDocument, { parameters, operation }: OperationEntry): Finding[] {
  const found = new Set<string>();
  collectInvalidPatterns(document, [parameters, operation.requestBody, operation.responses], found);
  return [...found].map((pattern) => ({
    feature: `pattern ${pattern}, which is not a JavaScript regular expression`,
    remedy: 'samples and validators accept every string, so check the value in your service',
  }));
}

/** Whether JavaScript can compile a pattern without the `u` flag. With this flag, more patterns are invalid. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the findings for the security of an operation. If at least one alternative needs only a bearer token, the
 * list is empty.
 */
function securityFindings({ security = [], components }: OpenApiDocument, operation: Operation): Finding[] {
  const alternatives = (operation.security ?? security).map((requirement) =>
    Object.keys(requirement).flatMap((name) => schemeFinding(components?.securitySchemes?.[name]) ?? []),
  );
  return alternatives.some((findings) => findings.length === 0) ? [] : alternatives.flat();
}

function schemeFinding(scheme: Scheme | undefined): Finding | undefined {
  if (scheme === undefined)
    return { feature: 'an undeclared security scheme', remedy: 'declare it under components.securitySchemes' };
  const { type, in: place } = scheme;
  const httpScheme = scheme.scheme?.toLowerCase();
  if (type === 'oauth2' || httpScheme === 'bearer') return undefined;
  if (type === 'openIdConnect')
    return { feature: 'security scheme openIdConnect', remedy: 'pass `auth`, a function that returns an access token' };
  if (type === 'apiKey' && place === 'header')
    return { feature: 'security scheme apiKey in a header field', remedy: 'pass the header field in `headers`' };
  const feature = type === 'apiKey' ? `apiKey in a ${place}` : httpScheme === undefined ? type : `http ${httpScheme}`;
  return { feature: `security scheme ${feature}`, remedy: OWN_FETCH, isBlocking: true };
}
