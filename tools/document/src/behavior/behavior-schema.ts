/**
 * An error response of the API, as the behavior file describes it. In `message` and `challenge`, `{name}` is a
 * placeholder.
 */
export interface ApiFailure {
  readonly status: number;
  readonly message: string;
  readonly errorCode?: string;
  /** Value of the header field `WWW-Authenticate`. */
  readonly challenge?: string;
  readonly source: string;
}

/** An error response of the token endpoint (RFC 6749 section 5.2), as the behavior file describes it. */
export interface TokenFailure {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly source: string;
}

/** The parts of an operation's behavior that the document does not show. */
export interface OperationBehavior {
  /** The status of the successful response. */
  readonly success?: { readonly status: number; readonly source: string };
  /** The response if no item has the id: either a success without a body or an error response. */
  readonly missing?: {
    readonly status: number;
    readonly message?: string;
    readonly errorCode?: string;
    readonly source: string;
  };
  /** Alternative scopes: a token needs at least one of them. */
  readonly scopes?: { readonly any: readonly string[]; readonly source: string };
  /** Fields whose values must be unique in a collection. If another item has the same value, creating an item fails. */
  readonly unique?: { readonly fields: readonly string[]; readonly source: string };
  /**
   * The items that a deletion also removes: the items of the resource `removes` in which `field` has the id of the
   * deleted item.
   */
  readonly effect?: { readonly removes: string; readonly field: string; readonly source: string };
  /** The initial items of the resource, instead of the example of the document. */
  readonly seed?: { readonly items: readonly Readonly<Record<string, unknown>>[]; readonly source: string };
  /** An example from which the format of new ids is derived. */
  readonly id?: { readonly example: string; readonly source: string };
  /** The times that the responses send in `Deprecation` and `Sunset`, and a page about the deprecation. */
  readonly deprecation?: {
    readonly deprecatedAt?: string;
    readonly sunsetAt?: string;
    readonly link?: string;
    readonly source: string;
  };
}

/** Status codes, such as 429, and ranges, such as `2XX`. */
export type Statuses = readonly (number | string)[];

interface RateLimits {
  readonly rateLimit: { readonly limit: number; readonly perSecond: number; readonly source: string };
  /** The statuses of the responses that have the rate-limit header fields. */
  readonly rateLimitFields: { readonly statuses: Statuses; readonly source: string };
}

const API_FAILURES = [
  'missingToken',
  'notJwt',
  'expiredToken',
  'invalidSignature',
  'invalidClaim',
  'invalidToken',
  'notGlobal',
  'insufficientScope',
  'unknownQueryParameter',
  'invalidQuery',
  'invalidPath',
  'invalidHeader',
  'invalidBody',
  'invalidJson',
  'missingBody',
  'bodyTooLarge',
  'contentType',
  'conflict',
  'notAssumed',
  'tooManyRequests',
] as const;

const TOKEN_FAILURES = [
  'tooManyRequests',
  'bodyTooLarge',
  'contentType',
  'notJsonObject',
  'notString',
  'repeatedParameter',
  'severalMethods',
  'wrongSecret',
  'assertionType',
  'noPublicKey',
  'wrongAssertion',
  'usedAssertion',
  'missingGrantType',
  'unsupportedGrantType',
  'missingAudience',
  'unknownAudience',
  'scopeNotGranted',
] as const;

/** The behavior that the OpenAPI document does not show: the content of the behavior file, and defaults. */
export interface Behavior {
  /** Keys of resources by alias. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly operations: Readonly<Record<string, OperationBehavior>>;
  readonly api: RateLimits & {
    readonly body: { readonly contentType: string; readonly source: string };
    readonly failures: Readonly<Record<(typeof API_FAILURES)[number], ApiFailure>>;
  };
  readonly tokenEndpoint: RateLimits & {
    readonly lifetime: { readonly seconds: number; readonly source: string };
    readonly failures: Readonly<Record<(typeof TOKEN_FAILURES)[number], TokenFailure>>;
  };
}

/** The part of the behavior file that the package contains. The build merges the other parts into the operations. */
export type BundledBehavior = Pick<Behavior, 'api' | 'tokenEndpoint'>;

/** The names in a document to which its behavior file can refer. */
export interface DocumentNames {
  readonly operationIds: readonly string[];
  /** Keys of resources, such as `users/roles`. */
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
}

/** Names of options, properties and types of a sandbox, which an alias must not have. */
const RESERVED = [
  ...['clients', 'resources', 'rateLimit', 'assume', 'port', 'host', 'origin', 'control', 'latency'],
  ...['clock', 'onRequest', 'address', 'baseUrl', 'tokenUrl', 'jwksUrl', 'controlUrl', 'credentials', 'requests'],
  ...['fail', 'reset', 'close', 'notSimulated', 'issueToken', 'revokeTokens', 'rotateKey', 'log', 'operations'],
  ...['faults', 'tokens', 'version', 'deprecations', 'scopes'],
];

const text = { type: 'string', minLength: 1 };
const status = { type: 'integer', minimum: 200, maximum: 599 };
const count = { type: 'number', exclusiveMinimum: 0 };
const time = { type: 'string', format: 'date-time' };

/** Creates the schema of an object with these properties only. A `?` after a name makes the property optional. */
function object(properties: Readonly<Record<string, object>>): object {
  const names = Object.keys(properties);
  return {
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), properties[name]])),
  };
}

/** Creates the schema of an object with these properties and `source`. */
const withSource = (properties: Readonly<Record<string, object>>) => object({ ...properties, source: text });

/** Creates the schema of an object with any of these properties, whose values all have the same schema. */
const optional = (names: readonly string[], schema: object) =>
  object(Object.fromEntries(names.map((name) => [`${name}?`, schema])));

const rateLimits = {
  'rateLimit?': withSource({ limit: { type: 'integer', minimum: 1 }, perSecond: count }),
  'rateLimitFields?': withSource({
    statuses: {
      type: 'array',
      items: { type: ['integer', 'string'], pattern: '^[1-5]XX$', minimum: 200, maximum: 599 },
    },
  }),
};

/** Creates the JSON Schema of the behavior file that belongs to a document. */
export function behaviorSchema({ operationIds, resources, scopes }: DocumentNames): object {
  const names = { type: 'array', minItems: 1, items: text };
  // Without resources, use a schema that accepts no value, because ajv rejects an empty `enum`.
  const resource = resources.length > 0 ? { enum: resources } : { not: {} };
  const operation = object({
    'success?': withSource({ status: { ...status, maximum: 299 } }),
    'missing?': withSource({ status, 'message?': text, 'errorCode?': text }),
    'scopes?': withSource({
      any: { type: 'array', minItems: 1, items: scopes.length > 0 ? { enum: scopes } : text },
    }),
    'unique?': withSource({ fields: names }),
    'effect?': withSource({ removes: resource, field: text }),
    'seed?': withSource({ items: { type: 'array', items: { type: 'object' } } }),
    'id?': withSource({ example: text }),
    'deprecation?': {
      ...withSource({ 'deprecatedAt?': time, 'sunsetAt?': time, 'link?': { type: 'string', format: 'uri' } }),
      anyOf: [{ required: ['deprecatedAt'] }, { required: ['sunsetAt'] }],
    },
  });
  const file = object({
    'aliases?': {
      type: 'object',
      propertyNames: { pattern: '^[a-z][A-Za-z0-9]*$', not: { enum: RESERVED } },
      additionalProperties: resource,
    },
    'operations?': optional(operationIds, { $ref: '#/$defs/operation' }),
    'api?': object({
      'body?': withSource({ contentType: text }),
      ...rateLimits,
      'failures?': optional(API_FAILURES, { $ref: '#/$defs/apiFailure' }),
    }),
    'tokenEndpoint?': object({
      'lifetime?': withSource({ seconds: { type: 'integer', minimum: 1 } }),
      ...rateLimits,
      'failures?': optional(TOKEN_FAILURES, { $ref: '#/$defs/tokenFailure' }),
    }),
  });
  const apiFailure = withSource({ status, message: text, 'errorCode?': text, 'challenge?': text });
  const tokenFailure = withSource({ status, error: text, description: text });
  // Operations and failures refer to one schema each, because many copies of a schema would make the compilation slow.
  return { ...file, $defs: { operation, apiFailure, tokenFailure } };
}
