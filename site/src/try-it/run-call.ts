import { createManagementClient, type Fetch, type Result, type TokenSource } from 'tenant-management-client';
import type { TryItCall } from '../../reference/operation/try-it-calls.ts';
import type { TryItOptions } from './call-options.ts';

/** How a call ended: with a result, or with an error that the client threw. */
export type SettledCall = { readonly result: Result<unknown> } | { readonly thrown: unknown };

/** The functions of the client by method. The types of the client know only the paths of the document. */
type Calls = Readonly<Record<string, (path: string, options: TryItOptions) => Promise<Result<unknown>>>>;

/** Base URL of the API on a sandbox. */
export const baseUrlOf = (origin: string, { basePath }: TryItCall): string => `${origin}${basePath}/`;

/** Calls the operation of a page once. */
export async function runCall(
  call: TryItCall,
  options: TryItOptions,
  { origin, auth, fetch }: { readonly origin: string; readonly auth: TokenSource; readonly fetch: Fetch },
): Promise<SettledCall> {
  try {
    const client = createManagementClient({ baseUrl: baseUrlOf(origin, call), auth, fetch });
    // The cast is safe: the client has a function for each method that it supports, and the page names no other method.
    const send = (client as unknown as Calls)[call.method];
    if (send === undefined) throw new TypeError(`The client has no method ${call.method}`);
    return { result: await send(call.path, options) };
  } catch (thrown) {
    return { thrown };
  }
}
