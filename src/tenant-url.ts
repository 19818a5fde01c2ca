// This module imports nothing: the scripts load it as TypeScript, where Node does not resolve `.js` specifiers.

/** Whether a value is a host name without scheme, port, user and path, such as `acme.example.com`. */
export const isHost = (value: unknown): value is string =>
  typeof value === 'string' &&
  // The last label starts with a letter: URL parsers parse a host that ends with a number as an IPv4 address.
  /^([\w-]+\.)*[a-z][\w-]*$/i.test(value);

/**
 * Returns a URL to which tokens and secrets may be sent: `https:`, or `http:` on loopback, with origin and path only.
 *
 * @param name Name of the option, for the messages.
 * @param base URL against which a reference is resolved.
 * @throws TypeError If the value is not such a URL.
 */
export function secureUrl(name: string, value: unknown, base?: string): string {
  if (typeof value !== 'string' || !URL.canParse(value, base)) {
    throw new TypeError(`${name} must be a URL such as https://acme.example.com/api/v2`);
  }
  const { href, protocol, hostname, origin, pathname } = new URL(value, base);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) {
    throw new TypeError(`${name} must start with https://; http:// is allowed for loopback only`);
  }
  if (href !== origin + pathname) throw new TypeError(`${name} must not contain a user, a query or a fragment`);
  return href;
}
