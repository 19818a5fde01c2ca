// Adds the enrollments of a file with one id in each line: `node src/add.ts ids.txt`.
import { readFile } from 'node:fs/promises';
import { Queue } from 'bullmq';
import type { ItemOutcome } from 'tenant-management-client/bulk';
import { addRemovals, connection, queueName, type Removal } from './queue.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Pass a file with one enrollment id in each line: node src/add.ts ids.txt');
  process.exit(2);
}
// A byte order mark (FEFF) is no part of the first id.
const ids = (await readFile(file, 'utf8')).split(/\r?\n|^\uFEFF/).filter(Boolean);
const queue = new Queue<Removal, ItemOutcome>(queueName, { connection });
await addRemovals(queue, ids);
console.log(await queue.getJobCounts());
await queue.close();
