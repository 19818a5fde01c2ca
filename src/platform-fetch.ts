import type { Fetch } from './calls.js';
import { withoutPrototype } from './options/members.js';

/**
 * Returns the second argument of the platform's `fetch`. The platform reads absent members from `Object.prototype`, and
 * would then send another request. `body` stays absent, because Bun would send no body for `null`.
 */
export const platformInit = ({ method, headers, redirect }: Request, signal: AbortSignal): RequestInit =>
  withoutPrototype({ method, headers, redirect, signal });

/**
 * The default of the `fetch` option. All clients use the same function, because only clients with the same `fetch`
 * share token requests.
 */
export const platformFetch: Fetch = (request, { signal }) => globalThis.fetch(request, platformInit(request, signal));
