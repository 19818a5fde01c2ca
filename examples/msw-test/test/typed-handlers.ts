import { type HttpHandler, HttpResponse, http } from 'msw/http';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type PathWith<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]: object } ? P : never;
}[keyof Paths];

type PathParameters<O> = O extends { parameters: { path: infer P } } ? P : Record<never, string>;
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : undefined;
type RequestJson<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : undefined;
/** In a document, `2XX` allows each of these successful statuses, and `default` allows any status. */
type Status<S> = S extends number ? S : S extends '2XX' ? 200 | 201 | 202 | 204 : number;
type Reply<O> = O extends { responses: infer R }
  ? { [S in keyof R]: { status: Status<S>; body?: Json<R[S]> } }[keyof R]
  : never;

interface Call<O> {
  readonly params: PathParameters<O>;
  readonly request: Request;
  /** Reads the JSON body of the request. */
  readonly json: () => Promise<RequestJson<O>>;
}

/**
 * Returns a function that creates MSW handlers. The compiler checks the path, the parameters, the status and the bodies
 * of a handler against the generated `paths`.
 *
 * @param baseUrl The URL of the API, without a slash at the end.
 */
export const handlersFor =
  <Paths>(baseUrl: string) =>
  <M extends Method, P extends PathWith<Paths, M> & string>(
    method: M,
    path: P,
    reply: (call: Call<Paths[P][M & keyof Paths[P]]>) => Reply<Paths[P][M & keyof Paths[P]]>,
  ): HttpHandler =>
    http[method](baseUrl + path.replaceAll(/{(\w+)}/g, ':$1'), ({ params, request }) => {
      // The casts are safe only if the request matches the document, which MSW does not check.
      const json = () => request.json() as Promise<RequestJson<Paths[P][M & keyof Paths[P]]>>;
      const call = { params: params as PathParameters<Paths[P][M & keyof Paths[P]]>, request, json };
      const { status, body } = reply(call) as { status: number; body?: Record<string, unknown> };
      return body === undefined ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status });
    });
