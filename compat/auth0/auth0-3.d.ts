// The package auth0 3.x contains no type declarations. This file declares the part of it that the tests use.
declare module 'auth0-3' {
  export interface Options {
    readonly domain: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly telemetry: boolean;
    readonly retry: { readonly enabled: boolean };
  }
  export class ManagementClient {
    constructor(options: Options);
    getAccessToken(): Promise<string>;
    deleteGuardianEnrollment(parameters: { readonly id: string }): Promise<void>;
  }
}
