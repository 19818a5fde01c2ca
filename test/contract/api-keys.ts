import type { OpenApiDocument } from 'tenant-management-document';

/** Header fields with a value for each API key that the document declares as a header field; Prism requires them. */
export const apiKeyHeaders = ({ components }: OpenApiDocument): Record<string, string> =>
  Object.fromEntries(
    Object.values(components?.securitySchemes ?? {}).flatMap(({ type, in: place, name }) =>
      type === 'apiKey' && place === 'header' && name !== undefined ? [[name, 'any-key']] : [],
    ),
  );
