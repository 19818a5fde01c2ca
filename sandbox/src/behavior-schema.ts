/** A failure of the API. */
export interface ApiFailure {
  readonly status: number;
  readonly message: string;
  readonly errorCode?: string;
  /** Value of the header field `WWW-Authenticate`. */
  readonly challenge?: string;
  readonly source: string;
}

/** A failure of the token endpoint. */
export interface TokenFailure {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly source: string;
}

/** Behavior of one operation that the document does not show. */
export interface OperationBehavior {
  readonly success?: { readonly status: number; readonly source: string };
  /** The response if no item has the id: a success without a body, or a failure. */
  readonly missing?: {
    readonly status: number;
    readonly message?: string;
    readonly errorCode?: string;
    readonly source: string;
  };
  readonly scopes?: { readonly any: readonly string[]; readonly source: string };
}

/** Status codes, such as 429, and ranges, such as `2XX`. */
export type Statuses = readonly (number | string)[];

interface RateLimits {
  readonly rateLimit: { readonly limit: number; readonly perSecond: number; readonly source: string };
  /** The responses that carry the rate-limit header fields. */
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
  'tooManyRequests',
] as const;

const TOKEN_FAILURES = [
  'tooManyRequests',
  'bodyTooLarge',
  'contentType',
  'notJsonObject',
  'tooManyParameters',
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

/** Content of `openapi/management.behavior.yaml`: the behavior that the OpenAPI document does not show. */
export interface Behavior {
  readonly aliases: { readonly profiles: string; readonly enrollments: string };
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

/** The names in a document that a behavior file can use. */
export interface DocumentNames {
  readonly operationIds: readonly string[];
  /** Paths of collections, without the first slash, such as `guardian/enrollments`. */
  readonly collections: readonly string[];
  readonly scopes: readonly string[];
}

const text = { type: 'string', minLength: 1 };
const status = { type: 'integer', minimum: 200, maximum: 599 };
const count = { type: 'number', exclusiveMinimum: 0 };

/** An object with exactly these properties; a name that ends with `?` is optional. */
function object(properties: Readonly<Record<string, object>>): object {
  const names = Object.keys(properties);
  return {
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), properties[name]])),
  };
}

/** A fact, which must name its source. */
const sourced = (properties: Readonly<Record<string, object>>) => object({ ...properties, source: text });

const allOf = (names: readonly string[], schema: object) =>
  object(Object.fromEntries(names.map((name) => [name, schema])));

const rateLimits = {
  rateLimit: sourced({ limit: { type: 'integer', minimum: 1 }, perSecond: count }),
  rateLimitFields: sourced({
    statuses: {
      type: 'array',
      items: { type: ['integer', 'string'], pattern: '^[1-5]XX$', minimum: 200, maximum: 599 },
    },
  }),
};

/** The JSON Schema of a behavior file. */
export function behaviorSchema({ operationIds, collections, scopes }: DocumentNames): object {
  const operation = object({
    'success?': sourced({ status }),
    'missing?': sourced({ status, 'message?': text, 'errorCode?': text }),
    'scopes?': sourced({ any: { type: 'array', minItems: 1, items: { enum: scopes } } }),
  });
  return object({
    aliases: allOf(['profiles', 'enrollments'], { enum: collections }),
    operations: allOf(
      operationIds.map((id) => `${id}?`),
      operation,
    ),
    api: object({
      body: sourced({ contentType: text }),
      ...rateLimits,
      failures: allOf(API_FAILURES, sourced({ status, message: text, 'errorCode?': text, 'challenge?': text })),
    }),
    tokenEndpoint: object({
      lifetime: sourced({ seconds: { type: 'integer', minimum: 1 } }),
      ...rateLimits,
      failures: allOf(TOKEN_FAILURES, sourced({ status, error: text, description: text })),
    }),
  });
}
