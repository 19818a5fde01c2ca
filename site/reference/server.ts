import { clientDefaults, fillTemplate, type OpenApiDocument } from 'tools-document';

/** The server of a document, as the samples use it. */
export interface SampleServer {
  /** Base URL of the API, without a slash at its end. */
  readonly url: string;
  /** Host of the tenant; absent if the host does not determine the URL. */
  readonly tenantDomain?: string;
  /** URL of the token endpoint; absent if the document has no client credentials flow. */
  readonly tokenUrl?: string;
  /** Additional parameters of the token request, such as `audience`. */
  readonly tokenParameters: Readonly<Record<string, string>>;
}

/** A host that no server has, for documents without a usable server URL (RFC 6761). */
const EXAMPLE_HOST = 'api.example.com';
const HOST = /^[\w.-]+$/;

interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default?: string }>>;
}

/** Returns the first server of a document. Its variables have their defaults, if these are valid in a URL. */
export function sampleServer(document: OpenApiDocument): SampleServer {
  const [{ url: template, variables = {} } = { url: '' }]: readonly Server[] = document.servers ?? [];
  const filled = fillTemplate(template, (name) => {
    const value = variables[name]?.default ?? '';
    return HOST.test(value) ? value : EXAMPLE_HOST;
  });
  const base = new URL(filled, `https://${EXAMPLE_HOST}`);
  const flow = Object.values(document.components?.securitySchemes ?? {}).flatMap(
    ({ flows }) => flows?.clientCredentials ?? [],
  )[0];
  return {
    url: base.href.replace(/\/$/, ''),
    ...(clientDefaults(document).serverUrl !== undefined && { tenantDomain: base.host }),
    ...(flow !== undefined && { tokenUrl: new URL(flow.tokenUrl, base.origin).href }),
    tokenParameters: Object.fromEntries(
      Object.entries(flow?.['x-form-parameters'] ?? {}).map(([name, value]) => [
        name,
        // The client resolves the audience against the origin too.
        name === 'audience' && URL.canParse(value, base.origin) ? new URL(value, base.origin).href : value,
      ]),
    ),
  };
}
