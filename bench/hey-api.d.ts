// What is used of the client that @hey-api/openapi-ts generates at each run.
declare module 'hey-api/client' {
  export const client: { setConfig(config: { baseUrl: string; auth: string }): unknown };
}
declare module 'hey-api/sdk' {
  export function getTokenExchangeProfilesById(options: { path: { id: string } }): Promise<{ data?: unknown }>;
}
