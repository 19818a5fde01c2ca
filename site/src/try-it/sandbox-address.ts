/** The address on which `npm run sandbox` listens by default. */
export const DEFAULT_ADDRESS = 'http://127.0.0.1:4020';

/**
 * Returns the origin of a sandbox. Only loopback is accepted, because the panel must not call a tenant.
 *
 * @param text The address that the reader entered. A path is ignored, so that the URL of the API works too.
 * @throws TypeError If the address is not `http://127.0.0.1`, with or without a port.
 */
export function sandboxOrigin(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url?.protocol === 'http:' && url.hostname === '127.0.0.1') return url.origin;
  throw new TypeError(
    `The address must start with http://127.0.0.1, for example ${DEFAULT_ADDRESS}. This page calls only a sandbox on your computer.`,
  );
}

/** Returns the command that starts a sandbox at an origin. */
export const sandboxCommand = (origin: string): string => `npm run sandbox -- --port ${new URL(origin).port || '80'}`;
