// What the build puts in place: the package carries the document and reads no file.
declare module '*.yaml' {
  export const document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, import('./document.js').DocumentOperation>>>>;
    readonly components: {
      readonly securitySchemes: {
        readonly oAuth2ClientCredentials: {
          readonly flows: { readonly clientCredentials: { readonly scopes: object } };
        };
      };
    };
  };
}

declare module 'seed-validator' {
  /** What ajv says of one problem. */
  interface SchemaError {
    readonly instancePath: string;
    readonly keyword: string;
    readonly schemaPath: string;
    readonly params: {
      readonly additionalProperty: string;
      readonly missingProperty: string;
      readonly allowedValue: unknown;
      readonly allowedValues: readonly string[];
    };
    readonly message?: string;
  }
  export const validateSeed: ((seed: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };
}
