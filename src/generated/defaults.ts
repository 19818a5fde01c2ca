// Made from openapi/management.yaml by `npm run generate`. Do not edit.

/** URL of the first server of the document, with a variable in braces as the host. `undefined` for other URLs. */
export const serverUrl: string | undefined = "https://{tenant_domain}/api/v2";

/** Token URL of the client credentials flow. */
export const tokenUrl: string | undefined = "/oauth/token/";

/** The form parameter `audience` of the token request. */
export const audience: string | undefined = "/api/v2/";

/** Methods whose success responses have content. `contentExceptions` lists the exceptions. */
export const methodsWithContent: readonly string[] = ["GET","POST","PUT","PATCH"];

/** Operations, such as `GET /ping`, whose success responses differ from `methodsWithContent`. */
export const contentExceptions: readonly string[] = [];
