import { formatProblem } from 'tools-document/behavior';
import { unknownOption } from '../../../../common/closest-name.js';
import type { BundledResource } from '../bundled-document.js';
import { aliases, resources } from '../document.js';
import type { Faults, ListedFault } from '../fault/fault.js';
import type { Fault } from '../fault/fault-options.js';
import { FILTER_NAMES, matcherOf, type RequestFilter, type RequestLog } from '../http/request-log.js';
import { isLatency, LATENCY_RULE } from '../option-rules.js';
import { apiFailure, type SandboxResponse } from '../response.js';
import { checkSeed } from '../seed/seed.js';
import type { ClientMap } from '../token/client-map.js';
import type { Client } from '../token/oauth-client.js';
import type { TokenControl } from '../token/token-control.js';

/** The parts of a sandbox that the control API controls. */
export interface HandlerOptions extends TokenControl {
  /** The description of the sandbox: its URLs, the audience, and the credentials of the default client. */
  readonly description: object;
  /** The items of each resource by the key of the resource. */
  readonly state: Readonly<Record<string, Map<string, unknown>>>;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly clients: ClientMap;
  readonly reset: () => void;
}

export interface ControlCall {
  /** The decoded segments of the path after its first segment. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly body: object;
  /** Signal that is aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

type Handler = (call: ControlCall) => SandboxResponse | Promise<SandboxResponse>;

/** The handlers by path and method. In a path, `*` stands for a parameter. */
export type Handlers = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

const NO_CONTENT: SandboxResponse = { status: 204 };
const ok = (body: unknown): SandboxResponse => ({ status: 200, body });
const created = (body: unknown): SandboxResponse => ({ status: 201, body });
const notFound = (what: string): SandboxResponse => apiFailure({ status: 404, message: `No such ${what}` });

/** Throws if a request has a parameter or a member that the handler ignores: it could be meant as a filter. */
export function rejectIgnored([name]: readonly string[]): void {
  if (name !== undefined) throw new TypeError(`this request has no parameter or member "${name}"; remove it`);
}

/** Creates a handler that responds with 204 after an effect. */
const doing =
  (effect: () => void): Handler =>
  ({ body }) => {
    rejectIgnored(Object.keys(body));
    effect();
    return NO_CONTENT;
  };

export const createHandlers = (options: HandlerOptions): Handlers => ({
  '': { GET: () => ok({ ...options.description, clients: [...options.clients.keys()] }) },
  ...resourceHandlers(options.state),
  requests: {
    GET: async ({ query, signal }) => ok(await findRequests(options.log, query, signal)),
    DELETE: doing(() => options.log.clear()),
  },
  ...faultHandlers(options.faults),
  reset: { POST: doing(() => options.reset()) },
  ...clientHandlers(options.clients),
  tokens: {
    POST: async ({ body }) => created({ token: await options.issueToken(body) }),
    DELETE: doing(() => options.revokeTokens()),
  },
  keys: {
    POST: async ({ body }) => {
      rejectIgnored(Object.keys(body));
      return created({ kid: await options.rotateKey() });
    },
  },
});

function resourceHandlers(state: HandlerOptions['state']): Handlers {
  /** Creates a handler that responds with 404 if the first parameter is not the key or an alias of a resource. */
  const withItems =
    (
      handle: (
        items: Map<string, unknown>,
        parameters: readonly string[],
        body: object,
      ) => SandboxResponse | Promise<SandboxResponse>,
    ): Handler =>
    ({ parameters: [name = '', ...others], body }) => {
      const key = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
      const items = Object.hasOwn(state, key) ? state[key] : undefined;
      return items === undefined
        ? notFound('resource; if the key of the resource contains a slash, write the slash as %2F')
        : handle(items, [key, ...others], body);
    };
  return {
    resources: { GET: () => ok(Object.fromEntries(Object.entries(state).map(([key, items]) => [key, items.size]))) },
    'resources/*': {
      GET: withItems((items) => ok(Object.fromEntries(items))),
      DELETE: withItems((items) => {
        items.clear();
        return NO_CONTENT;
      }),
    },
    'resources/*/*': {
      GET: withItems((items, [, id = '']) => (items.has(id) ? ok(items.get(id)) : notFound('item'))),
      PUT: withItems(async (items, [key = '', id = ''], body) => {
        const item = await storedItem(key, id, body);
        items.set(id, item);
        return ok(item);
      }),
      DELETE: withItems((items, [, id = '']) => (items.delete(id) ? NO_CONTENT : notFound('item'))),
    },
  };
}

function faultHandlers(faults: Faults): Handlers {
  const withFault =
    (handle: (fault: ListedFault) => SandboxResponse): Handler =>
    ({ parameters: [key] }) => {
      const fault = faults.list().find((one) => one.key === key);
      return fault === undefined ? notFound('fault') : handle(fault);
    };
  return {
    faults: {
      GET: () => ok(faults.list().map(toJson)),
      // The cast is safe: `add` checks the fault.
      POST: ({ body }) => created(toJson(faults.add(withInfinity(body) as Fault))),
      DELETE: doing(() => faults.clear()),
    },
    'faults/*': {
      GET: withFault((fault) => ok(toJson(fault))),
      DELETE: withFault((fault) => {
        fault.remove();
        return NO_CONTENT;
      }),
    },
  };
}

const clientHandlers = (clients: ClientMap): Handlers => ({
  clients: { GET: () => ok(Object.fromEntries(clients)) },
  'clients/*': {
    GET: ({ parameters: [id = ''] }) => (clients.has(id) ? ok(clients.get(id)) : notFound('client')),
    PUT: ({ parameters: [id = ''], body }) => {
      // The cast is safe: `set` checks the client.
      clients.set(id, { clientId: id, ...body } as Client);
      return ok(clients.get(id));
    },
    DELETE: ({ parameters: [id = ''] }) => (clients.delete(id) ? NO_CONTENT : notFound('client')),
  },
});

/** Finds the requests that match a query. If the query has `waitFor`, waits at most `waitFor` ms for such a request. */
async function findRequests(log: RequestLog, query: URLSearchParams, signal: AbortSignal): Promise<unknown> {
  const names = [...FILTER_NAMES, 'waitFor'];
  const unknown = [...query.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownOption(unknown, names));
  const { waitFor, ...texts } = Object.fromEntries(query);
  // Convert statuses, also in `fault`. All other fields of a filter are strings, so the cast is safe.
  const values = Object.entries(texts).map(([name, text]) => [name, isStatus(name, text) ? JSON.parse(text) : text]);
  const filter = Object.fromEntries(values) as RequestFilter;
  if (waitFor !== undefined) {
    const timeout = waitFor === '' ? Number.NaN : Number(waitFor);
    if (!isLatency(timeout)) throw new TypeError(`waitFor ${LATENCY_RULE}`);
    await log.requests.waitFor(filter, { timeout, signal });
  }
  return log.requests.filter(matcherOf(filter));
}

const isStatus = (name: string, text: string): boolean =>
  (name === 'status' || name === 'fault') && /^([1-9]\d*|null)$/.test(text);

/** Returns a fault as an object that JSON can represent: without functions and without Infinity. */
const toJson = ({ key, fault: { match: _match, ...fault }, remaining }: ListedFault): object => {
  const infinite = (value: number) => (value === Number.POSITIVE_INFINITY ? 'Infinity' : value);
  return { key, ...fault, times: infinite(fault.times ?? 1), remaining: infinite(remaining) };
};

/** Returns a fault in which the string `Infinity` is replaced by the number, which JSON cannot represent. */
const withInfinity = (body: object): object =>
  'times' in body && body.times === 'Infinity' ? { ...body, times: Number.POSITIVE_INFINITY } : body;

/**
 * Checks an item against the schema of its resource, and adds the id if the item does not have it.
 *
 * @param key Key of the resource.
 * @param itemKey Key of the item: its id, after the outer parameters.
 * @throws TypeError If the item is not valid. The message names the field.
 */
async function storedItem(key: string, itemKey: string, body: object): Promise<object> {
  const resource = resources[key];
  if (resource === undefined) return body;
  const idField = idFieldOf(resource);
  const id = itemKey.split('/').slice(resource.outerValues.length).join('/');
  const item: Readonly<Record<string, unknown>> = idField === undefined ? { ...body } : { [idField]: id, ...body };
  if (idField !== undefined && String(item[idField]) !== id) {
    throw new TypeError(`${idField} must equal the id in the path`);
  }
  const items = idField === undefined ? { [itemKey]: item } : [item];
  const [problem] = await checkSeed({ resources: { [key]: items } });
  if (problem === undefined) return item;
  // Omit the start of the path, which is the place of the item in the seed.
  throw new TypeError(formatProblem('the item', { ...problem, path: problem.path.slice(3) }));
}

/** Returns the name of the field that contains the id of an item; `undefined` if the items of a resource have no id. */
function idFieldOf({ isSingleton, idField, sample }: BundledResource): string | undefined {
  const isIdShown = Object.hasOwn(Object(sample), 'id');
  return isSingleton ? undefined : (idField ?? (isIdShown ? 'id' : undefined));
}
