// Deletes the MFA enrollments whose ids are in the first column of a CSV file. Prints to stdout each id that was not
// found or failed, and to stderr the progress. After Ctrl-C, an error or a crash, the same command continues the job; a
// second Ctrl-C ends the program. The exit status is 1 if the job stopped, or if an id failed with an error other than
// 404, and 2 if an argument or a variable is missing.
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
const onProgress = ({ done, failed, total, perSecond }) =>
  process.stderr.write(`\r${done + failed} of ${total}, ${failed} failed, ${perSecond.toFixed(1)} per second `);
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
  const options = { pacer, journal: fileJournal(`${file}.journal`), signal: stop.signal, onProgress };
  for await (const { item, result, thrown } of bulk(ids, remove, options)) {
    const error = thrown ?? result.error;
    if (!error) deleted += 1;
    else if (error.status === 404) notFound += 1;
    else failed += 1;
    // A 404 can mean that an earlier run deleted the enrollment, but stopped before it recorded the id.
    if (error) console.log(`${item}: ${error.status === 404 ? 'not found' : error.message}`);
  }
  const earlier = ids.length - deleted - notFound - failed;
  console.error(`\nFinished: ${deleted} deleted, ${notFound} not found, ${failed} failed`);
  if (earlier > 0) console.error(`Earlier runs finished ${earlier} other ids.`);
} catch (error) {
  const condition = stop.signal.aborted ? '' : ' when the cause is removed';
  console.error(`\n${error.message}\nTo continue${condition}, run the same command again.`);
  process.exitCode = 1;
}
if (failed > 0) {
  console.error(
    'The journal contains the failed ids as finished. To send them again, put these ids into another CSV file.',
  );
  process.exitCode = 1;
}
