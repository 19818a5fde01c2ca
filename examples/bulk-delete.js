// Deletes the MFA enrollments whose ids are in the first column of a CSV file. Prints the ids that failed to stdout, and
// the progress to stderr. After Ctrl-C, an error or a crash, the same command continues; a second Ctrl-C kills it.
import { readFile } from 'node:fs/promises';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { bulk, createPacer } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';

const [file] = process.argv.slice(2);
const { TENANT_DOMAIN, TENANT_BASE_URL, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET } = process.env;
if (!file || !(TENANT_DOMAIN || TENANT_BASE_URL) || !TENANT_CLIENT_ID || !TENANT_CLIENT_SECRET) {
  console.error('Usage: TENANT_DOMAIN=… TENANT_CLIENT_ID=… TENANT_CLIENT_SECRET=… node bulk-delete.js ids.csv');
  process.exit(2);
}
const pacer = createPacer();
const management = createManagementClient({
  ...(TENANT_BASE_URL ? { baseUrl: TENANT_BASE_URL } : { tenantDomain: TENANT_DOMAIN }),
  auth: clientCredentials({ clientId: TENANT_CLIENT_ID, clientSecret: TENANT_CLIENT_SECRET }),
  pacer,
});
const remove = (id, call) => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
const onProgress = ({ done, failed, total, perSecond }) =>
  process.stderr.write(`\r${done + failed} of ${total}, ${failed} failed, ${perSecond.toFixed(1)} per second `);
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Stopped')));

try {
  const rows = (await readFile(file, 'utf8')).split('\n');
  const ids = rows.map((row) => row.split(',')[0].replace(/["\s\uFEFF]/g, '')).filter((id) => id !== '' && id !== 'id');
  const options = { pacer, journal: fileJournal(`${file}.journal`), signal: stop.signal, onProgress };
  for await (const { item, result, thrown } of bulk(ids, remove, options)) {
    const error = thrown ?? result.error;
    // An id can fail with 404 if an earlier run was stopped during its call: that call has deleted the enrollment.
    if (error) console.log(`${item}: ${error.message}`);
  }
  console.error(`\nFinished: ${ids.length} ids`);
} catch (error) {
  console.error(`\n${error.message}\nTo continue, run the same command again.`);
  process.exitCode = 1;
}
