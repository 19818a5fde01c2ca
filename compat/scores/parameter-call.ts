import * as client from 'tenant-management-client';
import { listUnsupported, type OpenApiDocument, type Parameter } from 'tenant-management-document';
import { clientFor } from './client-for.ts';

/** A GET request with one parameter. */
export interface ParameterCall {
  readonly path: string;
  readonly parameter: Parameter;
  readonly value: unknown;
}

/** A method of the client as plain JavaScript calls it, without type checks. */
type UntypedCall = (path: string, init: object) => Promise<UntypedResult>;
type UntypedResult = {
  readonly data?: unknown;
  readonly error?: { readonly body: unknown };
  readonly response: Response;
};

/**
 * Makes a call with any method, path and options.
 *
 * @param respond Gets the request, and returns the response.
 * @param auth The access token.
 * @param module The client to use.
 */
export async function send(
  method: string,
  path: string,
  init: object,
  respond: (request: Request) => Promise<Response>,
  auth = 'token',
  { createManagementClient }: Pick<typeof client, 'createManagementClient'> = client,
): Promise<UntypedResult> {
  const management = createManagementClient({
    baseUrl: 'http://127.0.0.1',
    auth,
    retry: 0,
    fetch: (input, options) => respond(new Request(input, options)),
  });
  // The cast is safe: plain JavaScript can call any method with any path.
  const call = (management as unknown as Record<string, UntypedCall>)[method];
  if (call === undefined) throw new TypeError(`The client has no method ${method}.`);
  return call(path, init);
}

/**
 * Whether the client sends the expected path, query and header fields, perhaps with another percent-encoding.
 *
 * @param url Path and query, such as `/users?id=3`.
 */
export async function isSentAs(
  call: ParameterCall,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  let sent: Request | undefined;
  const respond = async (request: Request) => {
    sent = request;
    return new Response(null, { status: 204 });
  };
  const { path, parameter, value } = call;
  const params = { [parameter.in]: { [parameter.name]: value } };
  const styled = await clientFor(documentOf(call));
  await send('GET', path, { params }, respond, 'token', styled).catch(() => undefined);
  if (sent === undefined) return false;
  const { headers: sentHeaders } = sent;
  return (
    readable(sent.url) === readable(url) &&
    Object.entries(headers).every(([name, expected]) => sentHeaders.get(name) === expected)
  );
}

/** Returns the path without percent-encoding, and the query in the encoding of forms. */
function readable(url: string): string {
  const { pathname, search } = new URL(url, 'http://127.0.0.1');
  return `${decodeURIComponent(pathname)}?${new URLSearchParams(search)}`;
}

/** Returns the feature because of which the client cannot send a parameter as the document describes it, as a reason. */
export function unsupportedParameter(call: ParameterCall): string | undefined {
  const finding = listUnsupported(documentOf(call)).find(({ feature }) => feature.includes('parameters'));
  return finding && `The client does not support ${finding.feature}.`;
}

/** Returns a document with the operation of a call. */
function documentOf({ path, parameter, value }: ParameterCall): OpenApiDocument {
  // Some tests have no schema. The type of a parameter is read from its schema.
  const schema = parameter.schema ?? { type: Array.isArray(value) ? 'array' : typeof value };
  const operation = { operationId: 'call', parameters: [{ ...parameter, schema }] };
  return { info: { title: 'API', version: '1' }, paths: { [path]: { get: operation } } };
}
