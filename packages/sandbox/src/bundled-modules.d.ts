// Declares the modules that `derive/package.ts` generates, so that the package reads no files at run time.
declare module 'sandbox-document' {
  export const document: import('./bundled-document.js').BundledDocument;
}

declare module 'sandbox-behavior' {
  export const behavior: import('tools-document/behavior').BundledBehavior;
}

declare module 'request-validators' {
  /** The validators of the parts of a request, by operation id. */
  export const validators: Readonly<
    Record<
      string,
      | Partial<Record<'path' | 'query' | 'header' | 'body', import('tools-document/behavior').BundledValidator>>
      | undefined
    >
  >;
}

declare module 'seed-validator' {
  export const validateSeed: import('tools-document/behavior').BundledValidator;
}
