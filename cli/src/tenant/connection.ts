import { type BulkPacer, createPacer } from 'tenant-management-client/bulk';
import type { CallResult } from '../job/outcome.js';
import type { Operation } from '../operation.js';
import { UsageError } from '../usage-error.js';
import type { Tenant } from './credentials.js';

/** The client of a tenant, for one operation. */
export interface Connection {
  readonly pacer: BulkPacer;
  /** Calls the operation. */
  readonly call: (init: object) => Promise<CallResult>;
}

/** The methods of the client, without the types of the operations, because the command is known only at run time. */
type UntypedClient = Readonly<Record<string, (path: string, init: object) => Promise<CallResult>>>;

/**
 * Creates the client. Asks for the secret if no setting contains it.
 *
 * @throws UsageError If the client does not support the method of the operation, or if a setting is not valid.
 */
export async function connect(tenant: Tenant, { method, path }: Operation): Promise<Connection> {
  const pacer = createPacer();
  const { [method]: call } = (await tenant.connect(pacer)) as unknown as UntypedClient;
  if (call === undefined) throw new UsageError(`the client does not support ${method} operations`);
  return { pacer, call: (init) => call(path, init) };
}
