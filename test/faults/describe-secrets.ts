import { expect, test } from 'vitest';
import { clientCredentials } from '../../src/index.js';
import { emptyBodies, failureBodies, successBodies } from './bodies.ts';
import { CLIENT, type FaultCase, SECRET, type TimedCase, TOKEN, withTitles } from './case.ts';
import { network } from './network.ts';
import { printed, SECRET_PATTERN } from './printed.ts';
import { rateLimits } from './rate-limits.ts';
import { redirects } from './redirects.ts';
import { issueToken } from './responders.ts';
import { runCase } from './run-case.ts';
import { statuses } from './statuses.ts';

/** The cases in which the API request fails. The battery runs these cases with a static token. */
export const apiFailures: readonly (FaultCase | TimedCase)[] = [
  ...emptyBodies,
  ...successBodies,
  ...failureBodies,
  ...network,
  ...statuses.filter(({ token }) => token === undefined),
  ...redirects,
  ...rateLimits,
].filter(({ expected }) => !('data' in expected));

/** Defines a test for each case. The test gets a token with a client secret, and looks for both in the error. */
export function describeSecrets(cases: readonly (FaultCase | TimedCase)[]): void {
  test.each(withTitles(cases))('with clientCredentials: %s', async (_title, row) => {
    const { failure, tokenRequests } = await runCase(row, {
      auth: clientCredentials(CLIENT),
      token: () => issueToken(TOKEN),
    });
    expect(tokenRequests[0]?.body).toContain(SECRET);
    expect(failure).toBeInstanceOf(Error);
    expect(printed(failure).join('\n')).not.toMatch(SECRET_PATTERN);
  });
}
