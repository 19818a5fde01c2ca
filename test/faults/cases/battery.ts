// The fault battery as data: every runtime can run it, because it does not depend on Vitest.

import type { FaultCase, TimedCase } from './case.ts';
import { emptyBodies, failureBodies, network, successBodies } from './http-messages.ts';
import { rateLimits } from './rate-limits.ts';
import { redirects, statuses, tokenRedirects } from './statuses.ts';
import { tokenDelays, tokenEndpoint } from './token-endpoint-faults.ts';

/** The cases of the battery by subject. */
export const battery: Readonly<Record<string, readonly FaultCase[]>> = {
  'response without a body': emptyBodies,
  'body of a 2xx response': successBodies,
  'body of an error response': failureBodies,
  'network error or invalid HTTP': network,
  'status code and retry': statuses,
  'redirect of the API is not followed': redirects,
  'token endpoint': tokenEndpoint,
  'redirect of the token endpoint is not followed': tokenRedirects,
};

/** The cases that run with fake time, by subject. */
export const timedBattery: Readonly<Record<string, readonly TimedCase[]>> = {
  'rate limit: delay before the retry': rateLimits,
  'token endpoint: delay before the retry': tokenDelays,
};
