import type { TypedCalls } from '../../src/calls.ts';
import { unwrap } from '../../src/index.ts';
import type { paths, Thing } from './media-types.ts';
import { same } from './same.ts';

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
