import type { TenantClient } from '../../live/tenant.ts';

// The parts of the sandbox that the suite uses. The tests of an API pass the sandbox to the suite.
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

/** A low rate limit, so that a test of 429 needs few calls. Before each test, the clock advances to refill it. */
export const RATE_LIMIT = { limit: 3, perSecond: 1 };
const REFILL_MS = (RATE_LIMIT.limit / RATE_LIMIT.perSecond) * 1000;

/** A client that is not global: the API rejects its tokens. */
export const NOT_GLOBAL = { clientId: 'not-global', clientSecret: 'secret', global: false };

/** A sandbox whose items and rate limit are restored before each test. */
export interface RestoredSandbox {
  readonly sandbox: TestedSandbox;
  refillRateLimit(): void;
  /**
   * Restores the initial items if the previous test changed them, and refills the rate limit.
   *
   * @param changesItems Whether the test that starts can change items.
   */
  startTest(changesItems: boolean): void;
  /** Makes the sandbox send another response to the next call of the test. */
  fail(response: SandboxFault): void;
}

export async function startRestoredSandbox(
  startSandbox: (options: TestedSandboxOptions) => Promise<TestedSandbox>,
): Promise<RestoredSandbox> {
  let now = Date.now();
  let isChanged = false;
  let fault: { remove(): void } | undefined;
  const sandbox = await startSandbox({ clients: [NOT_GLOBAL], clock: () => now, rateLimit: RATE_LIMIT });
  const refillRateLimit = () => {
    now += REFILL_MS;
  };
  return {
    sandbox,
    refillRateLimit,
    startTest: (changesItems) => {
      refillRateLimit();
      // The fault of the previous test is still pending if the call did not reach the sandbox.
      fault?.remove();
      // A reset can be slow.
      if (isChanged) sandbox.reset();
      isChanged = changesItems;
    },
    fail: (response) => {
      fault = sandbox.fail(response);
    },
  };
}
