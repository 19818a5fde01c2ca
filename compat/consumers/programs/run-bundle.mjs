// Deletes two enrollments of the packed sandbox with the bundle of app.js, and prints the statuses of both calls and the
// number of enrollments that are left: `node run-bundle.mjs <file>`.
import { pathToFileURL } from 'node:url';
import { startSandbox } from 'tenant-management-sandbox';

// An app that Vite has bundled asks the browser whether it can preload modules.
globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) };
await import(pathToFileURL(process.argv[2]).href);
const sandbox = await startSandbox({ enrollments: [{ id: 'dev_1' }] });
const statuses = await globalThis.deleteEnrollments(sandbox, ['dev_1', 'dev_2']);
console.log(JSON.stringify({ statuses, left: sandbox.enrollments.size }));
await sandbox.close();
