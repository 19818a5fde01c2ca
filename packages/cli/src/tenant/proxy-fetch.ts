import type { Fetch } from 'tenant-management-client';
import { platformFetch, platformInit } from 'tenant-management-client/internal';
import type { CommandContext } from '../command-context.js';
import { UsageError } from '../exit-status.js';
import { connectionWords, tunnelStatus } from './connection-words.js';

/** The `fetch` of all requests of a command. */
export interface ProxyFetch {
  /** Sends requests at the rate of `--max-rate`, through the proxy of the environment if there is one. */
  readonly fetch: Fetch;
  /** Closes the connections to proxies: a proxy that never answers would keep the process alive for minutes. */
  readonly close: () => void;
}

/** The proxy of a URL, and whether a request used a proxy, as the end of a message that contains no URL. */
interface Route {
  readonly proxy?: string;
  /** Empty if no variable names a proxy. */
  readonly note: string;
}

/** The notes of the routes of failed requests, by the error of `fetch`. */
const notes = new WeakMap<object, string>();

/** Returns why a request got no response, the remedy, and whether it used a proxy, as the end of a message. */
export const connectionNote = ({ cause }: Error): string => notes.get(Object(cause)) ?? '';

/**
 * Returns the `fetch` of the platform, which uses the proxy in HTTPS_PROXY or HTTP_PROXY. Node 20 ignores these
 * variables, and later versions with NODE_USE_ENV_PROXY have other rules: also for loopback, they use the proxy.
 */
export function createProxyFetch(env: CommandContext['env']): ProxyFetch {
  // Load the library only if the command needs it. In the bundle, a CommonJS module has only a default export.
  const create = async (proxy?: string) => {
    const { Agent, ProxyAgent } = (await import('undici')).default;
    return proxy === undefined ? new Agent() : new ProxyAgent(proxy);
  };
  const agents = new Map<string | undefined, ReturnType<typeof create>>();
  const accepted = new Set<string | undefined>();
  /** The errors of proxies that rejected the first request: with the same password again, they could lock the account. */
  const rejected = new Map<string | undefined, unknown>();
  const fetch: Fetch = async (request, init) => {
    const { proxy, note } = routeOf(new URL(request.url), env);
    try {
      if (note === '') return await platformFetch(request, init);
      if (rejected.has(proxy)) throw rejected.get(proxy);
      const agent = agents.get(proxy) ?? create(proxy);
      agents.set(proxy, agent);
      // The types of Node declare another version of undici.
      const options = Object.assign(platformInit(request, init.signal), { dispatcher: await agent }) as RequestInit;
      const response = await globalThis.fetch(request, options);
      accepted.add(proxy);
      return response;
    } catch (error) {
      if (tunnelStatus(error) === '407' && !accepted.has(proxy)) rejected.set(proxy, error);
      notes.set(Object(error), connectionWords(error, proxy) + note);
      // With this code of Node.js, the client knows that the request was not sent.
      throw tunnelStatus(error) ? Object.assign(Object(error), { code: 'ERR_PROXY_TUNNEL' }) : error;
    }
  };
  const close = () => {
    for (const agent of agents.values()) void agent.then((one) => one.destroy());
  };
  return { fetch, close };
}

/** Returns a host without the dot at its end and without the brackets of an IPv6 address. */
const bare = (host: string): string => host.replace(/\.$/, '').replace(/^\[(.+)\]$/, '$1');

/**
 * Returns the route of a URL. Loopback never uses a proxy. An entry of NO_PROXY excludes a host and its subdomains, with
 * `:port` only for one port. If both exist, the variable in lower case is used.
 *
 * @throws UsageError If the proxy is not an HTTP URL, such as `socks5://proxy.example`, or if its password contains
 *   characters that must be percent-encoded: `#`, `/` and `?` end the host name.
 */
export function routeOf({ protocol, hostname, port }: URL, env: CommandContext['env']): Route {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const [variable, defaultPort] = protocol === 'https:' ? ['HTTPS_PROXY', '443'] : ['HTTP_PROXY', '80'];
  const proxy = read(variable);
  const unused = (reason: string) => ({ note: `; the request used no proxy, because ${reason}` });
  if (proxy === '') return read('HTTPS_PROXY') || read('HTTP_PROXY') ? unused(`${variable} is not set`) : { note: '' };
  const host = bare(hostname);
  // A secret that http: sends to loopback must not leave the machine.
  if (/^(localhost|127\.[\d.]+|::1)$/.test(host)) return unused('its host is on loopback');
  const entries = read('NO_PROXY')
    .toLowerCase()
    .split(/[\s,]+/);
  const isExcluded = entries.some((entry) => {
    // An IPv6 address has brackets, or more colons than a port.
    const [, name = '', entryPort] = /^\*?\.?([^:]+|\[.+\]|.*:.*:.*)(?::(\d+))?$/.exec(entry) ?? [];
    const isHost = name !== '' && `.${host}`.endsWith(`.${bare(name)}`);
    return entry === '*' || (isHost && (entryPort ?? (port || defaultPort)) === (port || defaultPort));
  });
  if (isExcluded) return unused('NO_PROXY contains its host');
  const url = proxy.includes('://') ? proxy : `http://${proxy}`;
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(url);
    decodeURIComponent(`${username}:${password}`);
    const isProxy = /^https?:$/.test(protocol) && pathname + search + hash === '/';
    if (isProxy) return { proxy: url, note: `; the request used the proxy of ${variable}` };
  } catch {}
  throw new UsageError(
    `${variable} must be a URL such as http://proxy:3128 or http://user:password@proxy:3128, with %23 for # and so on`,
  );
}
