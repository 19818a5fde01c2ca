import type { TypedCalls } from '../../src/calls.ts';
import { unwrap } from '../../src/index.ts';
import { same } from './same.ts';

// Types as openapi-typescript writes them, for a document whose bodies and responses have several media types.

interface Thing {
  id: string;
  name?: string;
}

interface Failure {
  headers: { [name: string]: unknown };
  content: { 'application/json': { message: string } };
}

interface Empty {
  headers: { [name: string]: unknown };
  content?: never;
}

interface NoParameters {
  query?: never;
  header?: never;
  path?: never;
  cookie?: never;
}

/** A response with content. */
interface With<C> {
  headers: { [name: string]: unknown };
  content: C;
}

/** An operation with these responses, and without a request body. */
interface Receives<R> {
  parameters: NoParameters;
  requestBody?: never;
  responses: R & { 404: Failure };
}

/** An operation with this required request body. */
interface Sends<C> {
  parameters: NoParameters;
  requestBody: { content: C };
  responses: { 204: Empty };
}

/** An operation with this optional request body. */
interface MaySend<C> {
  parameters: NoParameters;
  requestBody?: { content: C };
  responses: { 204: Empty };
}

/** The path item of an operation. */
type Item<Method extends string, O> = { parameters: NoParameters } & { [M in Method]: O } & {
  [M in Exclude<'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace', Method>]?: never;
};
type Get<O> = Item<'get', O>;
type Post<O> = Item<'post', O>;

interface paths {
  '/json': Get<Receives<{ 200: With<{ 'application/json': Thing }> }>>;
  '/vendor-json': Get<Receives<{ 200: With<{ 'application/vnd.acme+json; charset=utf-8': Thing }> }>>;
  '/any': Get<Receives<{ 200: With<{ '*/*': Thing }> }>>;
  '/text': Get<Receives<{ 200: With<{ 'text/plain': string }> }>>;
  '/events': Get<Receives<{ 200: With<{ 'text/event-stream': string }> }>>;
  '/lines': Get<Receives<{ '2XX': With<{ 'application/x-ndjson': unknown }> }>>;
  '/export': Get<Receives<{ 200: With<{ 'application/json': Thing; 'text/csv': string }>; 204: Empty }>>;
  '/result': Get<Receives<{ 200: With<{ 'application/pdf': string }>; 202: With<{ 'application/json': Thing }> }>>;
  '/empty': Get<Receives<{ 200: Empty }>>;
  '/upload': Post<Sends<{ 'multipart/form-data': { file: string } }>>;
  '/form': Post<Sends<{ 'application/x-www-form-urlencoded': { name: string } }>>;
  '/forms': Post<Sends<{ 'multipart/form-data': { a: string }; 'application/x-www-form-urlencoded': { a: string } }>>;
  '/image': Post<Sends<{ 'image/png': string }>>;
  '/note': Post<Sends<{ 'text/plain': string }>>;
  '/thing': Post<Sends<{ 'application/json': Thing; 'application/x-www-form-urlencoded': Thing }>>;
  '/optional': Post<MaySend<{ 'multipart/form-data': { file: string } }>>;
}

/** A success with JSON is typed by its schema, a success with another media type is a `Response`. */
export async function responses(client: TypedCalls<paths>): Promise<void> {
  const json = await unwrap(client.GET('/json'));
  same<typeof json, Thing>(true);
  const vendorJson = await unwrap(client.GET('/vendor-json'));
  same<typeof vendorJson, Thing>(true);
  const any = await unwrap(client.GET('/any'));
  same<typeof any, Thing>(true);
  const text = await unwrap(client.GET('/text'));
  same<typeof text, Response>(true);
  const events = await unwrap(client.GET('/events'));
  same<typeof events, Response>(true);
  const lines = await unwrap(client.GET('/lines'));
  same<typeof lines, Response>(true);
  const empty = await unwrap(client.GET('/empty'));
  same<typeof empty, undefined>(true);
  // @ts-expect-error
  events.name;
}

/** A success with JSON or another media type is a union, which `instanceof Response` narrows. */
export async function mixedResponses(client: TypedCalls<paths>): Promise<void> {
  const list = await unwrap(client.GET('/export'));
  same<typeof list, Thing | Response | undefined>(true);
  // @ts-expect-error
  list.id;
  if (list instanceof Response) same<typeof list, Response>(true);
  else same<typeof list, Thing | undefined>(true);
  const result = await unwrap(client.GET('/result'));
  same<typeof result, Thing | Response>(true);
}

/** A body is typed by its schema if the document shows JSON, otherwise as a form or a `Blob`. */
export function bodies(client: TypedCalls<paths>): void {
  const form = new FormData();
  const fields = new URLSearchParams();
  const blob = new Blob([]);
  client.POST('/upload', { body: form });
  client.POST('/form', { body: fields });
  client.POST('/forms', { body: form });
  client.POST('/forms', { body: fields });
  client.POST('/image', { body: blob });
  client.POST('/note', { body: blob, timeout: 1 });
  client.POST('/thing', { body: { id: '1' } });
  client.POST('/optional');
  client.POST('/optional', { body: form });
  // @ts-expect-error
  client.POST('/upload', { body: { file: '' } });
  // @ts-expect-error
  client.POST('/upload', { body: fields });
  // @ts-expect-error
  client.POST('/upload', {});
  // @ts-expect-error
  client.POST('/upload');
  // @ts-expect-error
  client.POST('/form', { body: { name: '' } });
  // @ts-expect-error
  client.POST('/image', { body: '' });
  // @ts-expect-error
  client.POST('/note', { body: '' });
  // @ts-expect-error
  client.POST('/thing', { body: { id: '1', nmae: '' } });
  // @ts-expect-error
  client.POST('/thing', { body: fields });
  // @ts-expect-error
  client.POST('/optional', { body: {} });
  // @ts-expect-error
  client.GET('/json', { body: {} });
}

/** If some operations of a method are deprecated, the method still accepts the same calls. */
export async function deprecated(client: TypedCalls<paths, { get: '/json' | '/export' }>): Promise<void> {
  const json = await unwrap(client.GET('/json'));
  same<typeof json, Thing>(true);
  const text = await unwrap(client.GET('/text'));
  same<typeof text, Response>(true);
  client.POST('/thing', { body: { id: '1' } });
  const generic = async <P extends '/json' | '/text'>(path: P) => await unwrap(client.GET(path, {}));
  same<Awaited<ReturnType<typeof generic<'/json'>>>, Thing>(true);
  // @ts-expect-error
  client.GET('/nope');
  // @ts-expect-error
  client.GET('/json', { tiemout: 1 });
}
