// Calls a local sandbox with the client and prints every request: `npm start`.
import { ApiError, clientCredentials, createManagementClient, type Fetch, unwrap } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';
import { fail } from '../scripts/process/fail.ts';

/** Much longer than all steps take together: a demo that runs longer is stuck. */
const RUN_TIMEOUT_MS = 30_000;
const profile = { params: { path: { id: 'tep_9XqRw7vKc2mJ4sLh' } } };
const enrollment = { params: { path: { id: 'dev_3KfPz8uWn5aXoQ6e' } } };
/** Credentials of a client that has only the scope to read profiles. */
const reader = { clientId: 'reader', clientSecret: 'reader-secret' };
const scopes = ['read:token_exchange_profiles'];

setTimeout(() => {
  console.error(`The demo timed out after ${RUN_TIMEOUT_MS / 1000} seconds.`);
  process.exit(1);
}, RUN_TIMEOUT_MS).unref();

try {
  const sandbox = await startSandbox({ clients: [{ ...reader, scopes }], rateLimit: { limit: 7, perSecond: 1 } });
  try {
    await demonstrate(sandbox.baseUrl, sandbox.tokenUrl, sandbox.credentials);
  } finally {
    await sandbox.close();
  }
} catch (error) {
  fail(error);
}

/** Runs the steps in order and prints the result of each. */
async function demonstrate(baseUrl: string, tokenUrl: string, credentials: typeof reader): Promise<void> {
  let tokenRequests = 0;
  // The client sends every attempt and every token request with this fetch.
  const loggingFetch: Fetch = async (request, init) => {
    const response = await fetch(request, init);
    if (request.url === tokenUrl) tokenRequests += 1;
    console.log(`  ${request.method} ${request.url} → ${response.status} ${response.statusText}`);
    return response;
  };
  const connect = (client: typeof reader) =>
    createManagementClient({ baseUrl, auth: clientCredentials(client), fetch: loggingFetch, timeout: 10_000 });
  const management = connect(credentials);

  console.log(`A sandbox tenant for this demo: API on ${baseUrl}, token endpoint on ${tokenUrl}`);

  await step('Read a token exchange profile; the client requests an access token first', async () => {
    const { name, type } = await unwrap(management.GET('/token-exchange-profiles/{id}', profile));
    return `data: ${name} (${type})`;
  });
  await step('Delete the profile', async () => {
    await unwrap(management.DELETE('/token-exchange-profiles/{id}', profile));
    return 'deleted';
  });
  await step('Read the deleted profile: the API returns 404', async () => {
    const { error } = await management.GET('/token-exchange-profiles/{id}', profile);
    return expectFailure(error, 404);
  });
  await step('Delete an MFA enrollment without the required scope: the API returns 403', async () => {
    const { error } = await connect(reader).DELETE('/guardian/enrollments/{id}', enrollment);
    return expectFailure(error, 403);
  });
  await step('Delete the enrollment with the required scope', async () => {
    await unwrap(management.DELETE('/guardian/enrollments/{id}', enrollment));
    return 'deleted: the user can enroll a new device';
  });
  await step('Call without retries until the rate limit is exceeded: the API returns 429', async () => {
    for (;;) {
      const { error } = await management.GET('/token-exchange-profiles/{id}', { ...profile, retry: 0 });
      if (error?.status === 404) continue;
      const { limit, remaining, reset } = expectFailure(error, 429).rateLimit ?? {};
      return `${error?.message}; limit ${limit}, remaining ${remaining}, reset ${reset} (epoch seconds)`;
    }
  });
  await step('Call once more with retries: the client waits for the reset and retries', async () => {
    const { error } = await management.GET('/token-exchange-profiles/{id}', profile);
    return expectFailure(error, 404);
  });
  if (tokenRequests !== 2)
    throw new Error(`Expected 2 token requests, one for each client; the client sent ${tokenRequests}.`);
  console.log('\nAll steps returned the expected results.');

  async function step(title: string, run: () => Promise<unknown>): Promise<void> {
    console.log(`\n${title}`);
    const outcome = await run();
    const summary = outcome instanceof ApiError ? `error: ${outcome.message}` : outcome;
    console.log(`  ${summary}\n  token requests so far: ${tokenRequests}`);
  }
}

/** Returns the error if it has the expected status. Throws if the call succeeded or failed with another status. */
function expectFailure(error: ApiError | undefined, status: number): ApiError {
  if (error?.status !== status) throw new Error(`Expected ${status}; got ${error?.message ?? 'a success'}.`);
  return error;
}
