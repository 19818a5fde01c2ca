import { clientCredentialsOf } from './access.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** The parts of a document that a client needs at run time. A part is `undefined` if the document does not state it. */
export interface ClientDefaults {
  /**
   * URL of the first server if the host is the only variable in the URL. For any other URL it is `undefined`, because
   * the host does not determine the URL.
   */
  readonly serverUrl: string | undefined;
  /** Token URL of the client credentials flow. */
  readonly tokenUrl: string | undefined;
  /** The form parameter `audience` of the token request. */
  readonly audience: string | undefined;
}

/** Returns the parts of a document that a client needs at run time. */
export function clientDefaults(document: OpenApiDocument): ClientDefaults {
  const url = document.servers?.[0]?.url ?? '';
  const [flow] = clientCredentialsOf(document);
  return {
    serverUrl: /^https:\/\/\{[^{}]+\}(\/[^{}]*)?$/.test(url) ? url : undefined,
    tokenUrl: flow?.tokenUrl,
    audience: flow?.['x-form-parameters']?.['audience'],
  };
}
