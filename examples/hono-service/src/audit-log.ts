import { appendFile } from 'node:fs/promises';
import type { EnrollmentState } from './removal.ts';

/** One line of the audit log. It contains no secret and no token. */
export interface AuditRecord {
  /** Time in the format of ISO 8601. */
  readonly at: string;
  /** `requested` before the call is sent, and `finished` when its outcome is known. */
  readonly event: 'requested' | 'finished';
  /** Id of the reset: the same in both records and in the response to the caller. */
  readonly resetId: string;
  /** The id of the caller who asked for the reset. */
  readonly caller: string;
  readonly ticket: string;
  readonly enrollmentId: string;
  /** Only in `finished`. */
  readonly enrollment?: EnrollmentState;
  /** Only in `finished`: the code of the response, if the reset failed. */
  readonly code?: string | undefined;
}

/** Writes a record, and rejects if the record was not stored. */
export type WriteAudit = (record: AuditRecord) => Promise<void>;

/** Appends each record to a file, as one line of JSON that only the owner of the file can read. */
export const auditFile =
  (path: string): WriteAudit =>
  // `flush`: the record is on the disk before the call is sent.
  (record) =>
    appendFile(path, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true });
