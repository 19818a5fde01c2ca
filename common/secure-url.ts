// The client contains this module, so it imports nothing: the client's checks of types do not know Node.js.

/** Whether a value is a host name without scheme, user, port or path, such as `acme.example.com`. */
export const isHost = (value: unknown): value is string =>
  typeof value === 'string' &&
  // The last label must start with a letter, because URL parsers parse a host that ends with a number as an IPv4
  // address.
  /^([\w-]+\.)*[a-z][\w-]*$/i.test(value) &&
  // Some runtimes, such as Node.js 20, reject invalid Punycode, such as xn--a.
  URL.canParse(`https://${value}`);

/**
 * Returns a URL to which tokens and secrets may be sent. Its scheme is `https:`, or `http:` for loopback or with
 * `allowHttp`, and it has only an origin and a path.
 *
 * @param name Name of the option, for the messages.
 * @param allowHttp The option `allowHttp`.
 * @param base URL against which a relative URL is resolved.
 * @throws TypeError If the value is not such a URL.
 */
export function secureUrl(name: string, value: unknown, allowHttp?: unknown, base?: string): string {
  if (typeof value !== 'string' || !URL.canParse(value, base)) {
    throw new TypeError(`${name} must be a URL such as https://acme.example.com/api/v2`);
  }
  const { href, origin, pathname } = new URL(value, base);
  const isAllowed = allowHttp === true && /^http:/.test(href);
  if (!isAllowed && !/^http(s:|:\/\/(localhost|127\.[\d.]+|\[::1])[:/])/.test(href)) {
    throw new TypeError(`${name} must start with https://; for http://, pass allowHttp`);
  }
  if (href !== origin + pathname) throw new TypeError(`${name} must not contain a user, a query or a fragment`);
  return href;
}
