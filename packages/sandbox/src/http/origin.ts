import { isIP } from 'node:net';

/** Default address of a sandbox: only programs on the same machine can connect. */
export const LOOPBACK = '127.0.0.1';

/** Addresses that stand for all network interfaces. Clients on this machine connect to the loopback address instead. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': LOOPBACK, '::': '::1' };

/** Returns the origin of a server that listens on a host and a port, such as `http://127.0.0.1:4020`. */
export function originOf(host: string, port: number): string {
  const name = WILDCARDS[host] ?? host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

/** Returns whether a host name or an IP address is a loopback address. An IPv6 address can be in brackets. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^127(\.\d+){3}$/.test(host) || /^\[?::1\]?$/.test(host);

/**
 * Returns the variants of a sandbox URL that are accepted as an audience. Each variant starts with `http` or `https`,
 * because some clients always use `https` for the URL of a tenant. A loopback URL also has variants with the hosts
 * 127.0.0.1, `localhost` and `[::1]`.
 */
export function spellingsOf(url: string): string[] {
  const { origin, host, hostname, port } = new URL(url);
  const aliases = isLoopback(hostname) ? [LOOPBACK, 'localhost', '[::1]'].map((name) => `${name}:${port}`) : [];
  const hosts = [...new Set([host, ...aliases])];
  return ['http://', 'https://'].flatMap((scheme) => hosts.map((name) => scheme + name + url.slice(origin.length)));
}
