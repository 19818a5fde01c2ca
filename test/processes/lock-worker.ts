// A worker: one of several processes that run the same job with one journal. The worker waits for a message, runs the job
// and sends the result.
import { bulk } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';

const [path = ''] = process.argv.slice(2);

process.on('message', async () => {
  const sent: string[] = [];
  try {
    // The call of 'b' never ends, so the process has the lock until it is killed.
    const call = (item: string) => {
      sent.push(item);
      if (item === 'b') process.send?.('runs');
      return item === 'b' ? new Promise(() => undefined) : undefined;
    };
    for await (const { item } of bulk(['a', 'b'], call, { journal: fileJournal(path) })) sent.push(`${item} finished`);
  } catch (error) {
    process.send?.((error as Error).message);
  }
});
process.send?.('ready');
