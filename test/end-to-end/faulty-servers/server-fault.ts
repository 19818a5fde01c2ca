import type { Serve } from './faulty-server.ts';

/** A server with one fault. */
export interface Fault {
  readonly title: string;
  readonly serve: Serve;
  /** A part of the title of the test that must fail. Absent if the fault is only a difference from the document. */
  readonly fails?: string;
  /** The difference that the run must report; absent if a test fails. */
  readonly differs?: string;
  /** Parts of the titles of the tests that must run before. */
  readonly after?: readonly string[];
}

/** A part of the title of the tests that check the header fields, the content types and the bodies of all responses. */
export const ALL_RESPONSES = 'have the documented header fields';
/** A part of the titles of the tests of a successful read. */
export const READS = 'returns 200';
/** A part of the titles of the tests of a deletion. */
export const DELETES = 'returns 2XX';

/** Whether a response is the one to change. */
type Which = (request: Request, response: Response) => boolean;

/** Selects the responses to a method. */
export const answers =
  (method: string, status?: number): Which =>
  (request, response) =>
    request.method === method && (status === undefined || response.status === status) && !isTokenRequest(request);

/** Whether a request is for the token endpoint. */
export const isTokenRequest = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/oauth/');

/** Changes responses. */
export const changing =
  (which: Which, change: (response: Response, request: Request) => Response | Promise<Response>): Serve =>
  async (request, { send }) => {
    const response = await send(request);
    return which(request, response) ? change(response, request) : response;
  };

/** Changes the JSON body of responses. */
export const withBody = (which: Which, change: (body: Readonly<Record<string, unknown>>) => unknown): Serve =>
  changing(which, async (response) => Response.json(change(await response.json()), response));

/** Sends another status, with the same header fields and body. */
export const withStatus = (which: Which, status: number): Serve =>
  changing(which, ({ body, headers }) => new Response(status === 204 ? null : body, { status, headers }));

/** Sends another content type, with the same body. */
export const withType = (which: Which, type: string): Serve =>
  changing(which, ({ body, status }) => new Response(body, { status, headers: { 'Content-Type': type } }));

/** Sends another body, which is a text. */
export const withText = (which: Which, text: string, type = 'application/json'): Serve =>
  changing(which, ({ status }) => new Response(text, { status, headers: { 'Content-Type': type } }));
