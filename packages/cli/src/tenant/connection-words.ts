import { platformCodes } from 'tenant-management-client/internal';

const NETWORK = 'check its name, the network, the VPN and, if the network requires a proxy, HTTPS_PROXY';
const CA = 'set NODE_EXTRA_CA_CERTS to a PEM file with the certificate';
const UNKNOWN_ISSUER = `the issuer of the certificate of % is not known: ${CA} of the issuer`;

/** The meanings of some codes of the platform, with remedies. `$` is where the command connects, `%` has a certificate. */
const WORDS: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^ECONNREFUSED$/, '$ refused the connection: check its name and port'],
  [/^E(HOST|NET)UNREACH$/, `no route leads to $: ${NETWORK}`],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, `$ did not answer in time: ${NETWORK}`],
  [/^(ENOTFOUND|EAI_AGAIN)$/, `DNS returned no address for $: ${NETWORK}`],
  [/^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE))$/, UNKNOWN_ISSUER],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, `the certificate of % is self-signed: if you trust it, ${CA}`],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'the certificate of % is not valid now: check the clock of this machine'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate of the host is for another host name: check the name'],
  [/^UND_ERR_PRX_TLS$/, 'the certificate of the proxy is for another host name: check the name'],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, 'the answer is not TLS: check the port'],
];

/** Returns the status with which a proxy opened no tunnel. Only a message of undici, in a nested cause, contains it. */
export const tunnelStatus = (error: unknown): string | undefined =>
  /^Proxy response \((\d+)\)/.exec(Object(Object(Object(error).cause).cause).message)?.[1];

/** Returns why a request got no response, with the remedy, as a part of a message; an empty string if it is unknown. */
export function connectionWords(error: unknown, proxy: string | undefined): string {
  const [status, [code = '']] = [tunnelStatus(error), platformCodes(error)];
  if (status === '407') {
    const { username = '', password = '' } = proxy === undefined ? {} : new URL(proxy);
    const isRejected = username !== '' && password !== '';
    const remedy = isRejected ? '; it rejected those in its URL' : ', such as http://user:password@proxy:3128';
    return ` (the proxy returned 407: it needs a user name and password${remedy})`;
  }
  if (status !== undefined) return ` (the proxy returned ${status} and did not connect to the host)`;
  const words = WORDS.find(([codes]) => codes.test(code))?.[1];
  if (words === undefined) return '';
  // The platform does not say which of two TLS connections failed.
  const certified = /^https:/i.test(proxy ?? '') ? 'the host or the proxy' : 'the host';
  return ` (${words.replace('$', proxy === undefined ? 'the host' : 'the proxy').replace('%', certified)})`;
}
