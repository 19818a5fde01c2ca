// Types as openapi-typescript writes them, for a document whose bodies and responses have several media types.

export interface Thing {
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

export interface paths {
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
