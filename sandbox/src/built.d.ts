// The modules that `sandbox/build` generates, so that the package reads no file at run time.
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

declare module 'sandbox-behavior' {
  export const behavior: import('./behavior-schema.js').Behavior;
}

declare module 'seed-validator' {
  export const validateSeed: ((seed: unknown) => boolean) & {
    readonly errors?: readonly import('./problem.js').SchemaError[] | null;
  };
}
