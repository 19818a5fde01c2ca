// A worker: one of several processes that run the same job with one journal. The worker waits for a message, runs the job
// and sends the result.
import { bulk } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';

const [path = ''] = process.argv.slice(2);

process.on('message', async () => {
  // The call of 'b' never ends, so the process has the lock until it is killed.
  const call = (item: string) => {
    if (item !== 'b') return;
    process.send?.('runs');
    return new Promise(() => undefined);
  };
  try {
    // With a concurrency of 1, the line of 'a' is in the journal before the call of 'b' starts.
    for await (const _result of bulk(['a', 'b'], call, { concurrency: 1, journal: fileJournal(path) }));
  } catch (error) {
    process.send?.((error as Error).message);
  }
});
process.send?.('ready');
