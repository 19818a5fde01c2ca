// Deletes the MFA enrollments whose ids are in the first column of a CSV file. Prints to stdout each id that was not
// found or failed, and to stderr the progress. After Ctrl-C, a long outage, an error or a crash, the same command continues
// the job: it sends the ids that are not finished. A second Ctrl-C ends the program. The exit status is 1 if an id
// failed or the job stopped, and 2 if an argument or a variable is missing.
import { readFile } from 'node:fs/promises';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { bulk, createPacer } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';

const [file] = process.argv.slice(2);
const { TENANT_DOMAIN, TENANT_BASE_URL, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET } = process.env;
if (!file || !(TENANT_DOMAIN || TENANT_BASE_URL) || !TENANT_CLIENT_ID || !TENANT_CLIENT_SECRET) {
  console.error('Usage: TENANT_DOMAIN=… TENANT_CLIENT_ID=… TENANT_CLIENT_SECRET=… node bulk-delete.js ids.csv');
  console.error('With a sandbox: TENANT_BASE_URL=http://127.0.0.1:4020/api/v2 instead of TENANT_DOMAIN');
  process.exit(2);
}
let resumed = 0;
const onProgress = (progress) => {
  const { finished, missing, failed, total, perSecond, pausedMs, outage } = progress;
  resumed = progress.resumed;
  const speed = `${perSecond.toFixed(1)} per second`;
  const pause = `rate limited, continues in ${Math.ceil(pausedMs / 1000)} s`;
  const wait = outage && `no usable response, next attempt in ${Math.ceil(outage.nextCallMs / 1000)} s`;
  const activity = wait ?? (pausedMs > 0 ? pause : speed);
  process.stderr.write(`\r${finished + missing + failed} of ${total}, ${failed} failed, ${activity} `);
};
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Stopped')));

let [deleted, notFound, failed] = [0, 0, 0];
try {
  const pacer = createPacer();
  const management = createManagementClient({
    ...(TENANT_BASE_URL ? { baseUrl: TENANT_BASE_URL } : { tenantDomain: TENANT_DOMAIN }),
    auth: clientCredentials({ clientId: TENANT_CLIENT_ID, clientSecret: TENANT_CLIENT_SECRET }),
    pacer,
  });
  const remove = (id, call) => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
  const rows = (await readFile(file, 'utf8')).split('\n');
  const ids = rows.map((row) => row.split(',')[0].replace(/["\s\uFEFF]/g, '')).filter((id) => id !== '' && id !== 'id');
  if (ids.length === 0) throw new Error(`${file} must contain an id in the first column of a row`);
  const options = { pacer, journal: fileJournal(`${file}.journal`), resend: true, signal: stop.signal, onProgress };
  for await (const { item, outcome, result, thrown } of bulk(ids, remove, options)) {
    if (outcome === 'done') deleted += 1;
    else if (outcome === 'missing') notFound += 1;
    else failed += 1;
    // An earlier run may have deleted a missing enrollment, but stopped before it recorded the id.
    if (outcome !== 'done')
      console.log(`${item}: ${outcome === 'missing' ? 'not found' : (thrown ?? result.error).message}`);
  }
  console.error(`\nFinished: ${deleted} deleted, ${notFound} not found, ${failed} failed`);
  if (resumed > 0) console.error(`Earlier runs finished ${resumed} other ids.`);
  if (failed > 0) console.error('To send the failed ids again, run the same command again.');
} catch (error) {
  const condition = stop.signal.aborted ? '' : ' when the cause is removed';
  console.error(`\n${error.message}\nTo continue${condition}, run the same command again.`);
  process.exitCode = 1;
}
if (failed > 0) process.exitCode = 1;
