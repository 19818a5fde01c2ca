// Shows the contract, calls a local sandbox with the client, and finds a response that violates the contract: `npm start`.
import { ApiError, clientCredentials, createManagementClient, type Fetch, unwrap } from 'tenant-management-client';
import { catalogue } from 'tenant-management-client/catalogue';
import { type Sandbox, type Scope, startSandbox } from 'tenant-management-sandbox';
import { compareWithDocument, comparisonReport, createRecorder } from 'tools-contract';
import { findApi, readDocument } from 'tools-document/read';
import { fail } from '../scripts/process/run-script.ts';
import { describeOperations } from './operation-list.ts';

/** Much longer than all steps take together: a demo that runs longer is stuck. */
const RUN_TIMEOUT_MS = 30_000;
const PROFILE_ID = 'tep_9XqRw7vKc2mJ4sLh';
const profile = { params: { path: { id: PROFILE_ID } } };
const enrollment = { params: { path: { id: 'dev_3KfPz8uWn5aXoQ6e' } } };
/** Credentials of a client that has only the scope to read profiles. */
const reader = { clientId: 'reader', clientSecret: 'reader-secret' };
const scopes: Scope[] = ['read:token_exchange_profiles'];

setTimeout(() => {
  console.error(`The demo timed out after ${RUN_TIMEOUT_MS / 1000} seconds.`);
  process.exit(1);
}, RUN_TIMEOUT_MS).unref();

try {
  const sandbox = await startSandbox({ clients: [{ ...reader, scopes }], rateLimit: { limit: 7, perSecond: 1 } });
  try {
    console.log(
      'THE CONTRACT is openapi/management.yaml: client, sandbox and contract check are made from this document\n',
    );
    console.log(describeOperations(catalogue));
    await callSandbox(sandbox);
    await violateContract(sandbox);
    console.log('\nAll steps returned the expected results.');
  } finally {
    await sandbox.close();
  }
} catch (error) {
  fail(error);
}

/** Calls the operations in order and prints the requests and the result of each step. */
async function callSandbox({ baseUrl, tokenUrl, credentials }: Sandbox): Promise<void> {
  let tokenRequests = 0;
  // The client sends every attempt and every token request with this fetch.
  const loggingFetch: Fetch = async (request, init) => {
    const response = await fetch(request, init);
    if (request.url === tokenUrl) tokenRequests += 1;
    console.log(`  ${request.method} ${new URL(request.url).pathname} → ${response.status} ${response.statusText}`);
    return response;
  };
  const connect = (client: typeof reader) =>
    createManagementClient({ baseUrl, auth: clientCredentials(client), fetch: loggingFetch, timeout: 10_000 });
  const management = connect(credentials);

  console.log(`\nTHE CLIENT calls a sandbox tenant on ${new URL(baseUrl).origin}`);

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
  await step('Call once more with retries: the client waits for the reset and sends the request again', async () => {
    const { error } = await management.GET('/token-exchange-profiles/{id}', profile);
    return expectFailure(error, 404);
  });
  if (tokenRequests !== 2)
    throw new Error(`Expected 2 token requests, one for each client; the client sent ${tokenRequests}.`);
  console.log('\nThe calls above shared two access tokens: one for each client ID.');
}

/** Makes the sandbox violate the document, and prints the line with which the contract check reports the violation. */
async function violateContract(sandbox: Sandbox): Promise<void> {
  sandbox.reset();
  const profiles = sandbox.resources['token-exchange-profiles'];
  for (const [id, profile] of profiles) profiles.set(id, { ...profile, name: 'ab' });
  const { baseUrl, credentials } = sandbox;
  const document = await readDocument((await findApi()).file);
  const recorder = createRecorder(document, baseUrl);
  const auth = clientCredentials(credentials);
  const management = createManagementClient({ baseUrl, auth, fetch: recorder.createFetch(), timeout: 10_000 });

  console.log('\nTHE CONTRACT CHECK compares the responses of an API with the document');

  await step('Read a profile whose name is too short for the document: the client returns it unchanged', async () => {
    const { name } = await unwrap(management.GET('/token-exchange-profiles/{id}', profile));
    return `data: ${name}`;
  });
  await step(
    'Compare the response with the document, as `npm run verify -- --target live` does for a tenant',
    async () => {
      const report = comparisonReport(compareWithDocument(document, recorder.calls));
      const table = report.split('\n').filter((line) => line.startsWith('|'));
      const violation = table.find((row) => row.includes('schema violation'));
      if (violation === undefined) throw new Error('Expected a schema violation; the contract check reported none.');
      return violation;
    },
  );
}

/** Runs one step of the demo and prints its result. */
async function step(title: string, run: () => Promise<unknown>): Promise<void> {
  console.log(`\n${title}`);
  const outcome = await run();
  console.log(`  ${outcome instanceof ApiError ? `error: ${outcome.message}` : outcome}`);
}

/** Returns the error if it has the expected status. Throws if the call succeeded or failed with another status. */
function expectFailure(error: ApiError | undefined, status: number): ApiError {
  if (error?.status !== status) throw new Error(`Expected ${status}; got ${error?.message ?? 'a success'}.`);
  return error;
}
