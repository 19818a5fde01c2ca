// Made from openapi/management.yaml by `npm run generate`. Do not edit.

/** URL of the first server of the document, with the host as a variable in braces. `undefined` for any other URL. */
export const serverUrl: string | undefined = "https://{tenant_domain}/api/v2";

/** Token URL of the client credentials flow. */
export const tokenUrl: string | undefined = "/oauth/token/";

/** The form parameter `audience` of the token request. */
export const audience: string | undefined = "/api/v2/";
