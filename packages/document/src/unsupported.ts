import { jsonOf, listOperations, type OpenApiDocument, type Operation, type OperationEntry } from './document.ts';
import { hasMembers, type JsonObject } from './json-object.ts';
import { otherJsonType } from './media-type.ts';
import { parameterFinding } from './parameter-support.ts';
import { resolve } from './references/resolve.ts';
import { MAX_SUBTYPES, withoutSubtypes } from './references/subtypes.ts';
import { isReference } from './references/visit-references.ts';
import { WITHOUT_BODY } from './samples/sample.ts';
import { tenantServer } from './tenant-server.ts';
import { isExcluded } from './validation/validators.ts';

/** A feature that a document requires but the client does not support. */
export interface Unsupported {
  readonly feature: string;
  /** Advice for calling the operations without the feature. */
  readonly remedy: string;
  /** Ids of the operations that require the feature. */
  readonly operations: readonly string[];
}

interface Finding extends Omit<Unsupported, 'operations'> {
  /** The part of the operation that the client cannot write, such as `request body`. */
  readonly place?: string;
  /** Whether the client cannot call the operation without the remedy. */
  readonly isBlocking?: boolean;
  /** Whether the option `fetch` is the remedy: a function that adds the credentials. */
  readonly needsFetch?: boolean;
}

/** Keywords of OpenAPI that only this module reads. */
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
  readonly name?: string;
}

const OWN_FETCH = 'pass `fetch`, a function that adds the credentials to each request';

/**
 * Lists the features that a document requires but the client does not support, each with its operations.
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
  for (const name of withoutSubtypes(document))
    add(
      {
        feature: `more than ${MAX_SUBTYPES} subtypes of the schema ${name} in the types`,
        remedy: 'list the subtypes in `oneOf`, or cast the body to pass the fields of a subtype',
      },
      [],
    );
  return [...byFeature.values()].map(({ feature, remedy, operations: ids }) => ({
    feature,
    remedy,
    operations: [...ids],
  }));
}

/** Lists the parameters and the request bodies that the client cannot write, each with its operation and a remedy. */
export const listUnwritable = (document: OpenApiDocument): string[] =>
  listOperations(document).flatMap((entry) =>
    operationFindings(document, entry)
      .filter(({ place }) => place !== undefined)
      .map(({ place, feature, remedy }) => `${entry.method} ${entry.path}, ${place}: no ${feature}; ${remedy}`),
  );

/** Returns why the client cannot call an operation, such as `the client does not support TRACE operations`. */
export function uncallable(document: OpenApiDocument, operation: OperationEntry): string | undefined {
  return reasonOf(operationFindings(document, operation).find(({ isBlocking }) => isBlocking));
}

/** Returns why the client cannot call an operation, even with a `fetch` function that adds the credentials. */
export function uncallableWithFetch(document: OpenApiDocument, operation: OperationEntry): string | undefined {
  const findings = operationFindings(document, operation);
  return reasonOf(findings.find(({ isBlocking, needsFetch }) => isBlocking && !needsFetch));
}

const reasonOf = (finding: Finding | undefined): string | undefined =>
  finding && `the client does not support ${finding.feature}`;

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
  const { servers } = resolve(document, document.paths[path] ?? {}).value as FullOperation;
  const jsonType = otherJsonType(operation.requestBody?.content);
  return [
    ...(method === 'TRACE'
      ? [{ feature: 'TRACE operations', remedy: '`fetch` cannot send TRACE', isBlocking: true }]
      : []),
    ...(/[#?]/.test(path)
      ? [
          {
            feature: 'paths with # or ?',
            remedy: 'a URL has no path after these characters; describe one operation for the path before them',
            isBlocking: true,
          },
        ]
      : []),
    ...(WITHOUT_BODY.includes(method) && operation.requestBody !== undefined
      ? [
          {
            feature: `request bodies of ${method} operations`,
            remedy: '`fetch` cannot send them',
            place: 'request body',
            isBlocking: operation.requestBody.required === true,
          },
        ]
      : []),
    ...parameters.flatMap((parameter) => {
      const finding = parameterFinding(document, parameter);
      return finding === undefined ? [] : [{ ...finding, isBlocking: parameter.required === true }];
    }),
    ...(parameters.some(({ in: place, name }) => place === 'path' && !path.includes(`{${name}}`))
      ? [
          {
            feature: 'path parameters that the path does not contain',
            remedy: 'correct the path or the parameter in the document',
            isBlocking: true,
          },
        ]
      : []),
    ...([...path.matchAll(/\{([^}]+)\}/g)].some(
      ([, name]) => !parameters.some((one) => one.in === 'path' && one.name === name),
    )
      ? [
          {
            feature: 'paths with parameters that are not declared',
            remedy: 'declare the path parameters in the document',
            isBlocking: true,
          },
        ]
      : []),
    ...(jsonType === undefined
      ? []
      : [{ feature: `request bodies of type ${jsonType}`, remedy: 'set Content-Type in `headers`' }]),
    ...(hasRequiredReadOnly(document, jsonOf(operation.requestBody?.content)?.schema)
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

/** Keywords whose value is data, not a schema. */
const DATA = ['example', 'examples', 'default', 'enum', 'const'];
/** Keywords whose value has names as keys. A name can start with `x-`, like an extension. */
const MAPS = ['properties', 'patternProperties', 'headers'];

/** Returns the members of a value in a keyword, without data and extensions. */
const partsOf = (value: JsonObject, keyword: string): [string, unknown][] =>
  Object.entries(value).filter(([key]) => MAPS.includes(keyword) || !(DATA.includes(key) || key.startsWith('x-')));

/** Whether a schema, or a schema in it, requires a field that only the server sets. */
function hasRequiredReadOnly(
  document: OpenApiDocument,
  schema: unknown,
  seen = new Set<object>(),
  keyword = '',
): boolean {
  if (!hasMembers(schema) || seen.has(schema)) return false;
  seen.add(schema);
  if (isReference(schema)) return hasRequiredReadOnly(document, resolve(document, schema).value, seen);
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  const isRequired = Object.entries(properties ?? {}).some(
    ([name, field]) => names.includes(name) && isExcluded(resolve(document, field).value, 'request'),
  );
  return isRequired || partsOf(schema, keyword).some(([key, part]) => hasRequiredReadOnly(document, part, seen, key));
}

/** Collects the patterns that JavaScript cannot compile, from the schemas in a part of a document. */
function collectInvalidPatterns(
  document: OpenApiDocument,
  part: unknown,
  found: Set<string>,
  seen = new Set<object>(),
  keyword = '',
): void {
  if (!hasMembers(part) || seen.has(part)) return;
  seen.add(part);
  const { pattern } = part;
  if (typeof pattern === 'string' && !isPattern(pattern)) found.add(pattern);
  if (isReference(part)) collectInvalidPatterns(document, resolve(document, part).value, found, seen);
  for (const [key, value] of partsOf(part, keyword)) collectInvalidPatterns(document, value, found, seen, key);
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

const TWO_CREDENTIALS: Finding = {
  feature: 'HTTP basic authentication together with a bearer token',
  remedy: 'both are in the header field Authorization, so describe them as alternatives',
  isBlocking: true,
};

/**
 * Returns the findings for the security of an operation. If at least one alternative needs only a bearer token, the
 * list is empty.
 */
function securityFindings({ security = [], components }: OpenApiDocument, operation: Operation): Finding[] {
  const alternatives = (operation.security ?? security).map((requirement) => {
    const schemes = Object.keys(requirement).map((name): Scheme | undefined => components?.securitySchemes?.[name]);
    if (schemes.some(isBasic) && schemes.some(isBearer)) return [TWO_CREDENTIALS];
    return schemes.flatMap((scheme) => schemeFinding(scheme) ?? []);
  });
  const possible = alternatives.filter((findings) => !findings.includes(TWO_CREDENTIALS));
  if (alternatives.length > 0 && possible.length === 0) return [TWO_CREDENTIALS];
  return possible.some((findings) => findings.length === 0) ? [] : possible.flat();
}

const isBasic = (scheme: Scheme | undefined): boolean => scheme?.scheme?.toLowerCase() === 'basic';
const isBearer = (scheme: Scheme | undefined): boolean =>
  scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect' || scheme?.scheme?.toLowerCase() === 'bearer';

function schemeFinding(scheme: Scheme | undefined): Finding | undefined {
  if (scheme === undefined)
    return { feature: 'an undeclared security scheme', remedy: 'declare it under components.securitySchemes' };
  const { type, in: place } = scheme;
  const httpScheme = scheme.scheme?.toLowerCase();
  if (type === 'oauth2' || httpScheme === 'bearer') return undefined;
  if (type === 'openIdConnect')
    return { feature: 'security scheme openIdConnect', remedy: 'pass `auth`, a function that returns an access token' };
  if (type === 'apiKey' && place === 'header' && scheme.name?.toLowerCase() !== 'authorization')
    return { feature: 'security scheme apiKey in a header field', remedy: 'pass the header field in `headers`' };
  if (type === 'apiKey' && place === 'header')
    return {
      feature: 'security scheme apiKey in the header field Authorization',
      remedy: 'the client sends `Bearer` and the value of `auth`; for another value, pass `fetch`',
    };
  const feature = type === 'apiKey' ? `apiKey in a ${place}` : httpScheme === undefined ? type : `http ${httpScheme}`;
  const needsFetch = type === 'apiKey' || httpScheme === 'basic';
  return { feature: `security scheme ${feature}`, remedy: OWN_FETCH, isBlocking: true, needsFetch };
}
