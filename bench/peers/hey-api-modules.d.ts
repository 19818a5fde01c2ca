// The part of the generated @hey-api/openapi-ts client that the peer uses; each benchmark run generates the client.
declare module 'hey-api/client' {
  export const client: { setConfig(config: { baseUrl: string; auth: string }): unknown };
}
declare module 'hey-api/sdk' {
  export function getTokenExchangeProfilesById(options: { path: { id: string } }): Promise<{ data?: unknown }>;
}
