import { type Sandbox, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished } from 'vitest';
import { type Answer, examples, type OperationId, problemsOf } from './answers.ts';

export const READ = 'get_token-exchange-profiles_by_id';
export const DELETE_PROFILE = 'delete_token-exchange-profiles_by_id';
export const DELETE_ENROLLMENT = 'delete_guardian_enrollments_by_id';

/** Ids of the document's examples, which every sandbox begins with. */
export const PROFILE_ID = 'tep_9XqRw7vKc2mJ4sLh';
export const ENROLLMENT_ID = 'dev_3KfPz8uWn5aXoQ6e';

/** Starts a sandbox that ends with its test. */
export async function startTenant(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A clock that stands still until it is put forward. */
export function createClock(start = Date.now()): { clock: () => number; advance: (ms: number) => void } {
  let now = start;
  return {
    clock: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

interface TokenAnswer extends Answer {
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

/** Posts to the token endpoint, and checks what holds for each of its answers. */
export async function postToken(url: string, body: string, headers: Record<string, string>): Promise<TokenAnswer> {
  const response = await fetch(url, { method: 'POST', body, headers });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  expect(answer.body).toEqual(response.ok ? GRANTED : REFUSED);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return answer;
}

/** Asks for a token as the ready client, with some parameters that are others, or not there. */
export function askForToken(
  { tokenUrl, credentials }: Pick<Sandbox, 'tokenUrl' | 'credentials'>,
  parameters: Readonly<Record<string, string | undefined>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
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

/** An access token of the ready client, or of another. */
export async function tokenOf(
  sandbox: Pick<Sandbox, 'tokenUrl' | 'credentials'>,
  { clientId, clientSecret }: { clientId: string; clientSecret: string } = sandbox.credentials,
  scope?: string,
): Promise<string> {
  const { body } = await askForToken(sandbox, { client_id: clientId, client_secret: clientSecret, scope });
  return String(body['access_token']);
}

interface Call {
  /** Of the `Authorization` header field, which is left out without it. */
  readonly authorization?: string | undefined;
  readonly token?: string;
  /** The one of the document's example where it is left out. */
  readonly id?: string;
  /** With its question mark. */
  readonly query?: string;
}

interface ApiAnswer extends Answer {
  /** `undefined` where there is none. */
  readonly body: unknown;
}

/** Calls an operation, and checks the answer by the document. */
export async function call(
  { baseUrl }: Sandbox,
  operation: OperationId,
  { token, authorization = token && `Bearer ${token}`, id, query = '' }: Call,
): Promise<ApiAnswer> {
  const example = examples.find((placed) => placed.operation === operation);
  if (example === undefined) throw new Error(`the document has no ${operation}`);
  const url = baseUrl + example.path.replace('{id}', encodeURIComponent(id ?? example.id)) + query;
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  const response = await fetch(url, { method: example.method, headers });
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  expect(problemsOf(operation, answer)).toEqual([]);
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
}

/** Values of the three header fields of the rate limit; `null` for one that is not there. */
export const rateLimitOf = ({ headers }: Answer): (string | null)[] =>
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => headers.get(name));

/** What a failure of the API says. */
export const failure = (statusCode: number, error: string, message: string, errorCode: string): object => ({
  statusCode,
  error,
  message,
  errorCode,
});
