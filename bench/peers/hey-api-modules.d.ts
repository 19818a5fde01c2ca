// The part of the @hey-api/openapi-ts client that the peer uses. Each benchmark run generates this client.
declare module 'hey-api/client' {
  export const client: { setConfig(config: { baseUrl: string; auth: string }): unknown };
}
declare module 'hey-api/sdk' {
  export function getTokenExchangeProfilesById(options: { path: { id: string } }): Promise<{ data?: unknown }>;
}
