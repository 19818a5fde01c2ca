// What a consumer does, against a sandbox tenant on a free port: `npm start`.
import { ApiError, clientCredentials, createManagementClient, type Fetch, unwrap } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';
import { fail } from '../scripts/process/fail.ts';

/** Far longer than all steps take together: what is not over by then never will be. */
const LONGEST_RUN_MS = 30_000;
const profile = { params: { path: { id: 'tep_9XqRw7vKc2mJ4sLh' } } };
const enrollment = { params: { path: { id: 'dev_3KfPz8uWn5aXoQ6e' } } };
/** A client that may read and nothing else. */
const reader = { clientId: 'reader', clientSecret: 'reader-secret' };
const scopes = ['read:token_exchange_profiles'];

setTimeout(() => {
  console.error(`The demo did not end within ${LONGEST_RUN_MS / 1000} seconds.`);
  process.exit(1);
}, LONGEST_RUN_MS).unref();

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

/** The steps of a consumer, each with what it saw. */
async function demonstrate(baseUrl: string, tokenUrl: string, credentials: typeof reader): Promise<void> {
  let tokenRequests = 0;
  // The one seam of the client: it sees every attempt and every token request.
  const tellingFetch: Fetch = async (request, init) => {
    const response = await fetch(request, init);
    if (request.url === tokenUrl) tokenRequests += 1;
    console.log(`  ${request.method} ${request.url} → ${response.status} ${response.statusText}`);
    return response;
  };
  const connect = (client: typeof reader) =>
    createManagementClient({ baseUrl, auth: clientCredentials(client), fetch: tellingFetch, timeout: 10_000 });
  const management = connect(credentials);

  console.log(`A sandbox tenant for this demo: API on ${baseUrl}, token endpoint on ${tokenUrl}`);

  await step('Read a token exchange profile, with a token got on the way', async () => {
    const { name, type } = await unwrap(management.GET('/token-exchange-profiles/{id}', profile));
    return `data: ${name} (${type})`;
  });
  await step('Delete it', async () => {
    await unwrap(management.DELETE('/token-exchange-profiles/{id}', profile));
    return 'deleted';
  });
  await step('Read it again: it is gone', async () => {
    const { error } = await management.GET('/token-exchange-profiles/{id}', profile);
    return expectFailure(error, 404);
  });
  await step('Delete an MFA enrollment as a client that lacks the scope', async () => {
    const { error } = await connect(reader).DELETE('/guardian/enrollments/{id}', enrollment);
    return expectFailure(error, 403);
  });
  await step('Delete it as one that has the scope', async () => {
    await unwrap(management.DELETE('/guardian/enrollments/{id}', enrollment));
    return 'deleted: the user can enroll again';
  });
  await step('Call until the rate limit is met, with no retries asked for', async () => {
    for (;;) {
      const { error } = await management.GET('/token-exchange-profiles/{id}', { ...profile, retry: 0 });
      if (error?.status === 404) continue;
      const { limit, remaining, reset } = expectFailure(error, 429).rateLimit ?? {};
      return `${error?.message}; limit ${limit}, remaining ${remaining}, reset ${reset}`;
    }
  });
  await step('Call once more: the client waits until the reset, and tries again', async () => {
    const { error } = await management.GET('/token-exchange-profiles/{id}', profile);
    return expectFailure(error, 404);
  });
  if (tokenRequests !== 2) throw new Error(`Expected one token request for each client; there were ${tokenRequests}.`);
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
