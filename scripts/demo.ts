// What a consumer does, against an embedded tenant on free ports: `npm start`.
import { OAuth2Server } from 'oauth2-mock-server';
import { ApiError, clientCredentials, createManagementClient, type Fetch, unwrap } from 'tenant-management-client';
import { findApi, readDocument } from './document.ts';
import { fail } from './fail.ts';
import { startPrism } from './prism.ts';

/** Far longer than all steps take together: what is not over by then never will be. */
const LONGEST_RUN_MS = 30_000;
const host = '127.0.0.1';
const tokenPath = '/oauth/token/';
const profileId = 'tep_9XqRw7vKc2mJ4sLhTzYb1n';
const enrollmentId = 'dev_3KfPz8uWn5aXoQ6e';

setTimeout(() => {
  console.error(`The demo did not end within ${LONGEST_RUN_MS / 1000} seconds.`);
  process.exit(1);
}, LONGEST_RUN_MS).unref();

try {
  const authorizationServer = new OAuth2Server(undefined, undefined, { endpoints: { token: tokenPath } });
  await authorizationServer.issuer.keys.generate('RS256');
  await authorizationServer.start(0, host);
  try {
    const { file } = await findApi();
    // A document that cannot be read is said in one sentence here, and in a page by the mock.
    await readDocument(file);
    const api = await startPrism(['mock', file]);
    try {
      await demonstrate(api.url, `http://${host}:${authorizationServer.address().port}${tokenPath}`);
    } finally {
      await api.stop();
    }
  } finally {
    await authorizationServer.stop();
  }
} catch (error) {
  fail(error);
}

/** The steps of a consumer, each with what it saw. */
async function demonstrate(baseUrl: string, tokenUrl: string): Promise<void> {
  let tokenRequests = 0;
  // The one seam of the client: it sees every attempt and every token request.
  const tellingFetch: Fetch = async (request, init) => {
    const response = await fetch(request, init);
    const isTokenRequest = request.url === tokenUrl;
    if (isTokenRequest) tokenRequests += 1;
    console.log(`  ${request.method} ${request.url} → ${response.status} ${response.statusText}`);
    return response;
  };
  const management = createManagementClient({
    baseUrl,
    auth: clientCredentials({ clientId: 'demo', clientSecret: 'not-a-secret', tokenUrl }),
    fetch: tellingFetch,
    timeout: 10_000,
  });
  const profile = { params: { path: { id: profileId } } };
  const enrollment = { params: { path: { id: enrollmentId } } };
  // A mock keeps no state, so that it is told which answer to give.
  const answeredBy = (status: number) => ({ ...profile, headers: { Prefer: `code=${status}` } });

  console.log(`A tenant for this demo: API on ${baseUrl}, token endpoint on ${tokenUrl}`);

  await step('Read a token exchange profile, with a token got on the way', async () => {
    const { name, type } = await unwrap(management.GET('/token-exchange-profiles/{id}', profile));
    return `data: ${name} (${type})`;
  });
  await step('Delete it', async () => {
    await unwrap(management.DELETE('/token-exchange-profiles/{id}', profile));
    return 'deleted';
  });
  await step('Delete an MFA enrollment', async () => {
    await unwrap(management.DELETE('/guardian/enrollments/{id}', enrollment));
    return 'deleted: the user can enroll again';
  });
  await step('Read a profile that is not there', async () => {
    const { error } = await management.GET('/token-exchange-profiles/{id}', answeredBy(404));
    return expectFailure(error, 404);
  });
  await step('Meet the rate limit, with no retries asked for', async () => {
    const { error } = await management.GET('/token-exchange-profiles/{id}', { ...answeredBy(429), retry: 0 });
    const { limit, remaining, reset } = expectFailure(error, 429).rateLimit ?? {};
    return `${error?.message}; limit ${limit}, remaining ${remaining}, reset ${reset}`;
  });
  if (tokenRequests !== 1) throw new Error(`Expected one token request for all steps; there were ${tokenRequests}.`);
  console.log('\nAll steps went as expected.');

  async function step(title: string, run: () => Promise<unknown>): Promise<void> {
    console.log(`\n${title}`);
    const outcome = await run();
    const account = outcome instanceof ApiError ? `error: ${outcome.message}` : outcome;
    console.log(`  ${account}\n  token requests so far: ${tokenRequests}`);
  }
}

/** The failure that a step was made for. */
function expectFailure(error: ApiError | undefined, status: number): ApiError {
  if (error?.status !== status) throw new Error(`Expected ${status}; got ${error?.message ?? 'a success'}.`);
  return error;
}
