// The parts of the sandbox that the suite uses. The tests of an API pass the sandbox to the suite.
import type { TenantClient } from '../../live/tenant.ts';

export interface TestedSandboxOptions {
  readonly clients: readonly (TenantClient & { readonly global: boolean })[];
  readonly clock: () => number;
  readonly rateLimit: { readonly limit: number; readonly perSecond: number };
}

export interface TestedSandbox {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly credentials: TenantClient;
  /** The operations without state, such as `POST /jobs`. */
  readonly notSimulated: readonly string[];
  /** The items of each resource, by the key of the resource. */
  readonly resources: Readonly<Record<string, Map<string, unknown>>>;
  issueToken(options?: { clientId?: string; expiresIn?: number; scopes?: never[]; audience?: string }): Promise<string>;
  /** Makes the sandbox send another response to the next call. */
  fail(fault: SandboxFault): { remove(): void };
  reset(): void;
  close(): Promise<void>;
}

/** A response of the sandbox that the suite chooses. */
export interface SandboxFault {
  readonly with: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
