// A function with the types of `paths`, such as a typed handler of MSW. Each line after @ts-expect-error must be a type
// error.
import type { paths } from '../../src/index.ts';

type Method = 'get' | 'delete' | 'patch';
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : undefined;
/** In a document, `2XX` allows each of these successful statuses, and `default` allows any status. */
type Status<S> = S extends number ? S : S extends '2XX' ? 200 | 201 | 202 | 204 : number;
type Reply<O> = O extends { responses: infer R }
  ? { [S in keyof R]: { status: Status<S>; body?: Json<R[S]> } }[keyof R]
  : never;
type Parameters<O> = O extends { parameters: { path: infer P } } ? P : never;

declare function handle<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  reply: (params: Parameters<paths[P][M]>) => Reply<paths[P][M]>,
): void;
const PROFILE = '/token-exchange-profiles/{id}';

handle('get', PROFILE, ({ id }) => ({ status: 200, body: { id, name: 'Partner tokens' } }));
handle('delete', PROFILE, () => ({ status: 204 }));
// @ts-expect-error The document has no such path.
handle('get', '/token-exchange-profile/{id}', () => ({ status: 200, body: {} }));
// @ts-expect-error The document has no PATCH of this path.
handle('patch', PROFILE, () => ({ status: 200 }));
// @ts-expect-error The document has no such path parameter.
handle('get', PROFILE, ({ profileId }) => ({ status: 200, body: { id: profileId } }));
// @ts-expect-error The field is misspelt.
handle('get', PROFILE, () => ({ status: 200, body: { nmae: 'Partner tokens' } }));
// @ts-expect-error The field is a string.
handle('get', PROFILE, () => ({ status: 200, body: { id: 1 } }));
// @ts-expect-error The document shows no 503 for this operation.
handle('get', PROFILE, () => ({ status: 503 }));
