import { type Sandbox, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished } from 'vitest';
import { examples, JSON_TYPE, type OperationId, problemsOf, type ReceivedResponse } from './documented-responses.ts';

export const READ = 'get_token-exchange-profiles_by_id';
export const DELETE_PROFILE = 'delete_token-exchange-profiles_by_id';
export const DELETE_ENROLLMENT = 'delete_guardian_enrollments_by_id';

/** Ids of the document's examples, which are the initial state of every sandbox. */
export const PROFILE_ID = exampleId(READ);
export const ENROLLMENT_ID = exampleId(DELETE_ENROLLMENT);

function exampleId(operation: OperationId): string {
  const example = examples.find((placed) => placed.operation === operation);
  if (example === undefined) throw new Error(`the document has no ${operation}`);
  return example.id;
}

/** Starts a sandbox that ends with its test. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A clock that advances only by `advance`. */
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

/** RFC 6749 sections 5.1 and 5.2. */
const GRANTED = {
  access_token: expect.any(String),
  scope: expect.any(String),
  expires_in: expect.any(Number),
  token_type: 'Bearer',
};
const REFUSED = { error: expect.any(String), error_description: expect.any(String) };

/** Posts to the token endpoint, and checks what all its responses have in common. */
export async function postToken(url: string, body: string, headers: Record<string, string>): Promise<TokenResponse> {
  const response = await fetch(url, { method: 'POST', body, headers });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  expect(answer.body).toEqual(response.ok ? GRANTED : REFUSED);
  expect(response.headers.get('Content-Type')).toBe(JSON_TYPE);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return answer;
}

/** Requests a token as the default client, with other parameters, or without those that are `undefined`. */
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
  const given = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return postToken(tokenUrl, String(new URLSearchParams(given)), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

/** An access token of the default client, or of another client. */
export async function requestAccessToken(
  sandbox: Pick<Sandbox, 'tokenUrl' | 'credentials'>,
  { clientId, clientSecret }: { clientId: string; clientSecret: string } = sandbox.credentials,
  scope?: string,
): Promise<string> {
  const { body } = await requestToken(sandbox, { client_id: clientId, client_secret: clientSecret, scope });
  return String(body['access_token']);
}

interface CallParameters {
  /** Value of the `Authorization` header field; the field is omitted without it. */
  readonly authorization?: string | undefined;
  readonly token?: string;
  /** @default the id of the document's example */
  readonly id?: string;
  /** With the question mark. */
  readonly query?: string;
}

interface ApiResponse extends ReceivedResponse {
  /** `undefined` without a body. */
  readonly body: unknown;
}

/** Calls an operation, and checks the response by the document. */
export async function call(
  { baseUrl }: Sandbox,
  operation: OperationId,
  { token, authorization = token && `Bearer ${token}`, id, query = '' }: CallParameters,
): Promise<ApiResponse> {
  const example = examples.find((placed) => placed.operation === operation);
  if (example === undefined) throw new Error(`the document has no ${operation}`);
  const url = baseUrl + example.path.replace('{id}', encodeURIComponent(id ?? example.id)) + query;
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  const response = await fetch(url, { method: example.method, headers });
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  expect(problemsOf(operation, answer)).toEqual([]);
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
}

/** Values of the three header fields of the rate limit; `null` for an absent one. */
export const rateLimitOf = ({ headers }: ReceivedResponse): (string | null)[] =>
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => headers.get(name));

/** Body of a failure of the API. */
export const failureBody = (statusCode: number, error: string, message: string, errorCode?: string): object => ({
  statusCode,
  error,
  message,
  ...(errorCode === undefined ? {} : { errorCode }),
});
