import { join } from 'node:path';
import type * as Client from 'tenant-management-client';
import type * as Bulk from 'tenant-management-client/bulk';
import { clientFile } from '../measuring/folders.ts';

const bulkFile = join(clientFile, '../bulk.js');

/** The entry points of the client, unpacked from its npm archive. */
export const { clientCredentials, createManagementClient, unwrap }: typeof Client = await import(clientFile);
export const { bulk, createPacer }: typeof Bulk = await import(bulkFile);
