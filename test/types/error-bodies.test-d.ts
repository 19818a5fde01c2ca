import type { TypedCalls } from '../../src/calls.ts';
import { ApiError, type OperationError, type Result, unwrap } from '../../src/index.ts';
import { same } from './same.ts';

interface Item {
  id: string;
}
interface NotFound {
  missing: string;
}
interface Conflict {
  newest: number;
}
interface Problem {
  title: string;
}

/** A response with content. */
interface With<C> {
  headers: { [name: string]: unknown };
  content: C;
}
type Json<T> = With<{ 'application/json': T }>;

interface Empty {
  headers: { [name: string]: unknown };
  content?: never;
}

/** The path item of an operation that reads an item, with these error responses. */
interface Get<Errors> {
  get: { parameters: { query?: never }; requestBody?: never; responses: { 200: Json<Item> } & Errors };
}

interface paths {
  '/exact': Get<{ 404: Json<NotFound>; 409: With<{ 'application/problem+json; charset=utf-8': Conflict }> }>;
  '/ranges': Get<{ '3XX': Json<Item>; '4XX': Json<Problem>; '5XX': Empty; 404: Json<NotFound>; 410: Empty }>;
  '/default': Get<{ default: Json<Problem>; '5XX': Json<Conflict>; 404: Json<NotFound>; 410: Empty }>;
  '/mixed': Get<{ 404: With<{ 'application/json': NotFound; 'text/html': string }>; 409: Json<Conflict> }>;
  '/success-range': Get<{ '2XX': Json<Problem>; 202: Json<Conflict>; 404: Json<NotFound> }>;
  '/no-schema': Get<{ 404: Json<unknown>; 410: Empty; 422: With<{ 'text/html': string }>; default: Json<unknown> }>;
  '/no-content': Get<{ 404: With<Record<never, never>> }>;
  '/no-errors': Get<unknown>;
  '/only-default': {
    get: { parameters: { query?: never }; requestBody?: never; responses: { default: Json<Problem> } };
  };
}

type Errors<P extends keyof paths> = OperationError<paths[P]['get']>;

/** The type of the body of an error with this status. */
type BodyOf<P extends keyof paths, S extends number> =
  Errors<P> extends infer E
    ? E extends { status: infer All; body: infer B }
      ? S extends All
        ? B
        : never
      : never
    : never;

/** If the document shows the schema of an error, comparing `status` narrows the type of `body`. */
export async function exactStatuses(client: TypedCalls<paths>): Promise<void> {
  const result = await client.GET('/exact');
  if (result.error?.status === 404) console.log(result.error.body.missing);
  // @ts-expect-error
  if (result.error?.status === 409) console.log(result.error.body.missing);
  const { data, error } = await client.GET('/exact');
  same<typeof error, Errors<'/exact'> | undefined>(true);
  if (error?.status === 404) {
    same<typeof error.body, NotFound>(true);
    same<typeof error.status, 404>(true);
    same<typeof error.headers, Headers>(true);
  }
  if (error?.status === 409) same<typeof error.body, Conflict>(true);
  if (error?.status === 404 || error?.status === 409) same<typeof error.body, NotFound | Conflict>(true);
  // @ts-expect-error
  error?.body.missing;
  // @ts-expect-error
  if (error?.status === 404) error.body.misssing;
  // @ts-expect-error
  if (error?.status === 404) error.body.newest;
  if (error) throw error;
  same<typeof data, Item>(true);
}

/** A `switch` and destructuring narrow the type of `body` too. */
export async function otherComparisons(client: TypedCalls<paths>): Promise<string> {
  const { error } = await client.GET('/exact');
  if (!error) return '';
  const { status, body } = error;
  if (status === 404) return body.missing;
  switch (error.status) {
    case 409:
      return error.body.newest.toFixed();
    case 502:
      same<typeof error.body, unknown>(true);
      return error.message;
    default:
      same<typeof error.body, unknown>(true);
      return '';
  }
}

/** `error` can be compared with every status of a response, and with 0. The body of an undocumented status is unknown. */
export async function undocumentedStatuses(client: TypedCalls<paths>): Promise<void> {
  const { error } = await client.GET('/exact');
  if (error?.status === 0) same<typeof error.body, unknown>(true);
  if (error?.status === 200) same<typeof error.body, unknown>(true);
  if (error?.status === 599) same<typeof error.body, unknown>(true);
  if (error && error.status >= 500) same<typeof error.body, unknown>(true);
  // @ts-expect-error
  if (error?.status === 600) console.log(error);
  // @ts-expect-error
  if (error?.status === '404') console.log(error);
}

/** An exact status has priority over a range, and a range has priority over `default`. No key describes a 2xx error. */
export function priorities(): void {
  same<BodyOf<'/ranges', 302>, Item>(true);
  same<BodyOf<'/ranges', 499>, Problem>(true);
  same<BodyOf<'/ranges', 404>, NotFound>(true);
  same<BodyOf<'/ranges', 410>, unknown>(true);
  same<BodyOf<'/ranges', 200>, unknown>(true);
  same<BodyOf<'/default', 300>, Problem>(true);
  same<BodyOf<'/default', 404>, NotFound>(true);
  same<BodyOf<'/default', 410>, unknown>(true);
  same<BodyOf<'/default', 500>, Conflict>(true);
  same<BodyOf<'/default', 201>, unknown>(true);
  same<BodyOf<'/only-default', 404>, Problem>(true);
  same<BodyOf<'/only-default', 200>, unknown>(true);
  same<BodyOf<'/success-range', 200>, unknown>(true);
  same<BodyOf<'/success-range', 202>, unknown>(true);
  same<BodyOf<'/success-range', 404>, NotFound>(true);
}

/** Comparing `status` also narrows the type of `body` if a range or `default` describes the error. */
export async function ranges(client: TypedCalls<paths>): Promise<void> {
  const { error } = await client.GET('/ranges');
  if (error?.status === 404) same<typeof error.body, NotFound>(true);
  if (error?.status === 410) same<typeof error.body, unknown>(true);
  if (error?.status === 429) same<typeof error.body, Problem>(true);
  const { error: fallback } = await client.GET('/default');
  if (fallback?.status === 404) same<typeof fallback.body, NotFound>(true);
  if (fallback?.status === 429) same<typeof fallback.body, Problem>(true);
  if (fallback?.status === 503) same<typeof fallback.body, Conflict>(true);
}

/** If an error can have JSON or other content, its body is unknown. */
export function mixedContent(): void {
  same<BodyOf<'/mixed', 404>, unknown>(true);
  same<BodyOf<'/mixed', 409>, Conflict>(true);
}

/** If the document shows no schema for any error of an operation, `error` is an `ApiError`. */
export async function noSchema(client: TypedCalls<paths>): Promise<void> {
  const noSchema = await client.GET('/no-schema');
  same<typeof noSchema, Result<Item>>(true);
  const noContent = await client.GET('/no-content');
  same<typeof noContent, Result<Item>>(true);
  const noErrors = await client.GET('/no-errors');
  same<typeof noErrors, Result<Item, ApiError>>(true);
}

/** `instanceof` does not change the type of a typed error, and the type of `body` of any other ApiError is `unknown`. */
export async function instances(client: TypedCalls<paths>): Promise<void> {
  const { error } = await client.GET('/exact');
  if (error instanceof ApiError) same<typeof error, Errors<'/exact'>>(true);
  try {
    await unwrap(client.GET('/exact'));
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) same<typeof thrown.body, unknown>(true);
  }
}

/** Functions of callers can receive a typed result, and can return it. */
export async function wrappers(client: TypedCalls<paths>): Promise<void> {
  const log = async <T, E extends ApiError>(call: Promise<Result<T, E>>): Promise<Result<T, E>> => await call;
  const statusOf = ({ error }: Result<unknown>): number | undefined => error?.status;
  const explain = (error: Errors<'/exact'>): string => (error.status === 404 ? error.body.missing : error.message);

  const { error } = await log(client.GET('/exact'));
  if (error?.status === 404) same<typeof error.body, NotFound>(true);
  console.log(statusOf(await client.GET('/exact')), error && explain(error));
  const item = await unwrap(client.GET('/exact'));
  same<typeof item, Item>(true);
  const awaited = await unwrap(await client.GET('/ranges'));
  same<typeof awaited, Item>(true);
}

/** The overload for deprecated operations has typed errors too. */
export async function deprecated(client: TypedCalls<paths, { get: '/exact' }>): Promise<void> {
  const { error } = await client.GET('/exact');
  if (error?.status === 404) same<typeof error.body, NotFound>(true);
  const { error: other } = await client.GET('/ranges');
  if (other?.status === 404) same<typeof other.body, NotFound>(true);
}
