/**
 * The members of an OpenAPI document that the scripts read. Any component can be a reference: `listOperations` resolves
 * the references of operations except their schemas, and `resolve` resolves one place.
 */
export interface OpenApiDocument {
  /** Version of OpenAPI, such as `3.1.0`. */
  openapi?: string;
  info: { title: string; version: string; description?: string; 'x-release-lifecycles'?: string[] };
  servers?: ServerObject[];
  security?: SecurityRequirement[];
  paths: Record<string, PathItem>;
  components?: { securitySchemes?: Record<string, SecurityScheme>; schemas?: Record<string, object> };
}

export type ServerObject = { url: string; variables?: Record<string, { default?: string }> };

type SecurityRequirement = Record<string, string[]>;
type PathItem = { parameters?: Parameter[] } & { [method in MethodKey]?: OperationObject };

interface SecurityScheme {
  type: string;
  description?: string;
  /** Name of an HTTP authentication scheme, such as `bearer`. */
  scheme?: string;
  flows?: { clientCredentials?: { tokenUrl: string; scopes: object; 'x-form-parameters'?: Record<string, string> } };
}

export interface OperationObject {
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

export interface ResponseObject {
  description: string;
  headers?: Record<string, { required?: boolean; schema?: object }>;
  content?: Record<string, MediaType>;
  'x-not-shown'?: string[];
}

/** The members of a path item that are operations. */
export const METHOD_KEYS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type MethodKey = (typeof METHOD_KEYS)[number];
