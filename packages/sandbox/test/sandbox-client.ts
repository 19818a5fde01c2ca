import { type CryptoKey, SignJWT } from 'jose';
import { type OperationId, type Sandbox, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { listOperations } from 'tools-document/operations';
import { readDocument } from 'tools-document/read';
import { sampleCall } from 'tools-document/samples';
import { expect, onTestFinished } from 'vitest';
import { FIXTURE } from '../../../test/support/fixture.ts';

/** A received response, with its body as text. */
interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The content type of all bodies of the public service that has this API. */
const JSON_TYPE = 'application/json; charset=utf-8';

const document = await readDocument(FIXTURE.file);

/** Every operation, with the example of its path parameter, and with a valid body if the operation has a body. */
export const examples = listOperations(document).map((operation) => {
  const { id, method, path, parameters } = operation;
  const call = sampleCall(document, operation);
  return {
    // The cast is safe, because the type OperationId is generated from this document.
    operation: id as OperationId,
    method,
    path,
    id: String(parameters[0]?.example),
    body: 'body' in call ? JSON.stringify(call.body) : undefined,
  };
});

export const READ = 'get_token-exchange-profiles_by_id';
export const DELETE_PROFILE = 'delete_token-exchange-profiles_by_id';
export const DELETE_ENROLLMENT = 'delete_guardian_enrollments_by_id';

/** The ids of the document's examples. Every sandbox initially contains these items. */
export const PROFILE_ID = exampleOf(READ).id;
export const ENROLLMENT_ID = exampleOf(DELETE_ENROLLMENT).id;

function exampleOf(operation: OperationId) {
  const example = examples.find((item) => item.operation === operation);
  if (example === undefined) throw new Error(`the document has no ${operation}`);
  return example;
}

/** Starts a sandbox that is closed at the end of the test. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Creates a clock whose time changes only through `advance`. */
export function createClock(start = Date.now()): { clock: () => number; advance: (ms: number) => void } {
  let now = start;
  return {
    clock: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

interface TokenResponse extends ReceivedResponse {
  readonly body: Readonly<Record<string, unknown>>;
}

/** Body of a response with a token: RFC 6749 section 5.1. */
const TOKEN_BODY = {
  access_token: expect.any(String),
  scope: expect.any(String),
  expires_in: expect.any(Number),
  token_type: 'Bearer',
};
/** Body of an error response: RFC 6749 section 5.2. */
const ERROR_BODY = { error: expect.any(String), error_description: expect.any(String) };

/** Sends a token request. Checks the body and the header fields that all responses of the token endpoint must have. */
export async function postTokenRequest(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<TokenResponse> {
  const response = await fetch(url, { method: 'POST', body, headers });
  const text = await response.text();
  const received = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  expect(received.body).toEqual(response.ok ? TOKEN_BODY : ERROR_BODY);
  expect(response.headers.get('Content-Type')).toBe(JSON_TYPE);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return received;
}

/**
 * Requests a token as the default client. `parameters` replaces parameters of the form; a parameter that is `undefined`
 * is omitted.
 */
export function requestToken(
  { tokenUrl, credentials }: Pick<Sandbox, 'tokenUrl' | 'credentials'>,
  parameters: Readonly<Record<string, string | undefined>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenResponse> {
  const form = {
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    audience: '/api/v2/',
    ...parameters,
  };
  const fields = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return postTokenRequest(tokenUrl, String(new URLSearchParams(fields)), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

/** Requests a token as the default client or another client, and resolves with the access token. */
export async function requestAccessToken(
  sandbox: Pick<Sandbox, 'tokenUrl' | 'credentials'>,
  { clientId, clientSecret }: { clientId: string; clientSecret: string } = sandbox.credentials,
  scope?: string,
): Promise<string> {
  const { body } = await requestToken(sandbox, { client_id: clientId, client_secret: clientSecret, scope });
  return String(body['access_token']);
}

interface CallParameters {
  /** Value of the `Authorization` header field. Without `authorization` and `token`, the header field is omitted. */
  readonly authorization?: string | undefined;
  readonly token?: string;
  /**
   * Id of an item.
   * @default the id of the document's example
   */
  readonly id?: string;
  /** Query of the URL, with the leading question mark. */
  readonly query?: string;
}

interface ApiResponse extends ReceivedResponse {
  /** The parsed JSON body; `undefined` if the response has no body. */
  readonly body: unknown;
}

/** Calls an operation. The contract suite compares the responses of the sandbox with the document. */
export async function callOperation(
  { baseUrl }: Sandbox,
  operation: OperationId,
  { token, authorization = token && `Bearer ${token}`, id, query = '' }: CallParameters = {},
): Promise<ApiResponse> {
  const example = exampleOf(operation);
  const url = baseUrl + example.path.replace('{id}', encodeURIComponent(id ?? example.id)) + query;
  const { method, body = null } = example;
  const headers: Record<string, string> = body === null ? {} : { 'Content-Type': 'application/json' };
  if (authorization !== undefined) headers['Authorization'] = authorization;
  const response = await fetch(url, { method, headers, body });
  const received = { status: response.status, headers: response.headers, text: await response.text() };
  return { ...received, body: received.text === '' ? undefined : JSON.parse(received.text) };
}

/** Starts a sandbox, and returns it with a token of the default client and a function that sends calls with this token. */
export async function startWithToken(options: SandboxOptions = {}) {
  const sandbox = await startTestSandbox(options);
  const token = await requestAccessToken(sandbox);
  const call = (operation: OperationId, parameters: CallParameters = {}) =>
    callOperation(sandbox, operation, { token, ...parameters });
  return { sandbox, token, call };
}

/** Values of the three rate-limit header fields; `null` for an absent header field. */
export const rateLimitFields = ({ headers }: ReceivedResponse): (string | null)[] =>
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => headers.get(name));

/** Body of an error response of the API. */
export const failureBody = (statusCode: number, error: string, message: string, errorCode?: string): object => ({
  statusCode,
  error,
  message,
  ...(errorCode === undefined ? {} : { errorCode }),
});

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Parameters that omit `client_id` and `client_secret` from a token request. */
export const NO_CLIENT = { client_id: undefined, client_secret: undefined };

/** Signs a client assertion of the client `my-service`, which is valid for one minute. `claims` replaces its claims. */
export function signAssertion(
  claims: Readonly<Record<string, unknown>>,
  key: CryptoKey | Uint8Array,
  alg = 'ES256',
): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  return new SignJWT({ iss: 'my-service', sub: 'my-service', jti: 'a1', exp, ...claims })
    .setProtectedHeader({ alg })
    .sign(key);
}

/** Returns the parameters of a token request with a client assertion. */
export const withAssertion = (client_assertion: string) => ({
  ...NO_CLIENT,
  client_assertion_type: ASSERTION_TYPE,
  client_assertion,
});
