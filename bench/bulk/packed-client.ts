import { join } from 'node:path';
import type * as Client from 'tenant-management-client';
import type * as Bulk from 'tenant-management-client/bulk';
import { clientFile } from '../measuring/folders.ts';
import { IN_FLIGHT } from './job-situations.ts';

const bulkFile = join(clientFile, '../bulk.js');

/** The entry points of the client, unpacked from its npm archive. */
export const { clientCredentials, createManagementClient, unwrap }: typeof Client = await import(clientFile);
export const { bulk, createPacer }: typeof Bulk = await import(bulkFile);

/** A client of this package. */
export type Management = ReturnType<typeof createManagementClient>;

/** Deletes each id, in a bulk job with 64 calls in flight. After each call, yields whether the call has failed. */
export async function* deleteInBulk(
  management: Management,
  ids: Iterable<string>,
  pacer: Bulk.Pacer,
): AsyncGenerator<{ readonly hasFailed: boolean }> {
  const remove = (id: string, call: Bulk.BulkCall) =>
    management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
  for await (const { result, thrown } of bulk(ids, remove, { pacer, concurrency: IN_FLIGHT }))
    yield { hasFailed: thrown !== undefined || result.error !== undefined };
}

/** Returns different ids, one after the other. */
export function* idsOf(count: number): Generator<string> {
  for (let nth = 0; nth < count; nth += 1) yield `dev_${nth}`;
}
