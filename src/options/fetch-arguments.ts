import { unknownOption } from '../../common/closest-name.js';
import { memberOf } from './members.js';
import { isOfClass, readOptions } from './value-checks.js';

/** The second argument of the function that `createManagementFetch` returns. */
export type ManagementFetchInit = RequestInit & {
  /** Path template for errors, such as `/items/{id}`. */
  template?: string;
};

// The request that the client sends would lose any other member.
const INIT = /* @__PURE__ */ 'template method headers body signal credentials cache mode redirect integrity keepalive'
  .concat(' duplex priority dispatcher')
  .split(' ');
// Node.js reads absent members from `Object.prototype`.
const DEFAULTS = { method: 'GET', headers: {}, redirect: 'follow', signal: null } as const;

/**
 * Reads and checks the arguments of a `fetch`.
 *
 * @returns The request to send, the path template, and whether the body is a stream, which can be sent only once.
 * @throws TypeError If the arguments are not valid.
 */
export function readFetchArguments(input: string | URL | Request, init?: ManagementFetchInit) {
  const isRequest = isOfClass<Request>('Request', input);
  // openapi-fetch adds the other options of a call to the request, and its middleware can add properties.
  const unknown = isRequest && Object.keys(input).find((name) => !INIT.includes(name));
  if (unknown) throw new TypeError(`the request has an ${unknownOption(unknown, INIT)}`);
  const template = memberOf(Object(input), 'template');
  if (isRequest && !init) return { request: checkMembers(input), template, isSentOnce: false };
  const given = readOptions('init', init ?? {}, INIT);
  const defaults: RequestInit = isRequest ? input : DEFAULTS;
  for (const name of ['method', 'headers', 'redirect', 'signal'] as const) {
    if (given[name] === undefined) Reflect.set(given, name, defaults[name]);
  }
  const isSentOnce = Symbol.asyncIterator in Object(given.body);
  let request: Request;
  try {
    request = new Request(input, given);
  } catch {
    // The platform's message can contain the URL or a header field.
    throw new TypeError('the arguments of fetch must be valid; pass them to new Request to see the reason');
  }
  return { request: checkMembers(request), template: given.template ?? template, isSentOnce };
}

/** Returns a request of which the client can send each member. */
function checkMembers(request: Request): Request {
  // The platform would report a redirect as a lost connection.
  if (request.redirect === 'error') throw new TypeError("redirect must not be 'error'; the response has the status");
  if (request.referrerPolicy) throw new TypeError('referrerPolicy must be absent; set it in the option fetch');
  return request;
}
