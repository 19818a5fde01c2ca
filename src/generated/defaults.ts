// Made from openapi/management.yaml by `npm run generate`. Do not edit.

/** URL of the first server of the document, with the host as a variable in braces. `undefined` for any other URL. */
export const serverUrl: string | undefined = "https://{tenant_domain}/api/v2";

/** Token URL of the client credentials flow. */
export const tokenUrl: string | undefined = "/oauth/token/";

/** The form parameter `audience` of the token request. */
export const audience: string | undefined = "/api/v2/";

/** Modulus of the hashes of operations. No two operations of the document have the same hash with this modulus. */
export const hashModulus = 1000000000;

/** Content of successful responses that differs from what the method suggests. Keys are hashes of operations. */
export const contentExceptions: Readonly<Record<number, 'json' | 'value' | 'none' | 'other' | 'mixed'>> = {};
