/** Matches a code of the platform, such as `ECONNREFUSED`. Any other text could contain a host or an address. */
const PLATFORM_CODE = /^[A-Z][A-Z\d_]{0,39}$/;

/**
 * Matches the codes of errors before a request is sent: the host is unknown, the connection is refused or takes too long
 * to open, a proxy opens no tunnel, or the client refuses the certificate. The last lines match all
 * {@link https://nodejs.org/api/tls.html#x509-certificate-error-codes | certificate codes of Node.js} except
 * `OUT_OF_MEM`. A code such as `ECONNRESET` or `ETIMEDOUT` does not show whether the request was sent.
 */
const BEFORE_SENDING = RegExp(
  '^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ERR_PROXY_TUNNEL|UND_ERR_PRX_TLS' +
    '|ERR_TLS_CERT_ALTNAME_\\w+|(UNABLE_TO|ERROR_IN)_\\w*(CERT|CRL|ISSUER|LEAF)\\w*|(CERT|CRL|SELF_SIGNED_CERT)_\\w+' +
    '|DEPTH_ZERO_SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$',
);

/** Largest number of errors that are searched for a code: fetch nests two, and a cyclic `cause` has no end. */
const MAX_ERRORS = 10;

/**
 * Returns the code of the platform's error or of its cause, such as `ECONNREFUSED`; an empty string if there is none. For
 * an `AggregateError`, the function returns a code for each attempt to connect.
 */
export function platformCodes(error: unknown, seen = new Set<unknown>()): string[] {
  // In Jest, the errors of fetch are not instances of `Error`, which belongs to another realm.
  if (Object(error) !== error || seen.has(error) || seen.size === MAX_ERRORS) return [''];
  seen.add(error);
  const errors = memberOf(error, 'errors');
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap((each) => platformCodes(each, seen));
  const code = memberOf(error, 'code');
  if (typeof code === 'string' && PLATFORM_CODE.test(code)) return [code];
  return platformCodes(memberOf(error, 'cause'), seen);
}

/** Returns the end of a message with the code of the platform's error or of its cause, such as `: ECONNREFUSED`. */
export function platformCode(error: unknown): string {
  const [code] = platformCodes(error);
  return code ? `: ${code}` : '';
}

/** Whether an error of the platform, or its cause, happened before the request was sent. */
export const isBeforeSending = (error: unknown): boolean =>
  platformCodes(error).every((code) => BEFORE_SENDING.test(code));

/** Returns a member of an error. A getter can throw, but its error must not replace the error of the platform. */
function memberOf(error: unknown, name: string): unknown {
  try {
    return Object(error)[name];
  } catch {
    return undefined;
  }
}
