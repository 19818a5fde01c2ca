import { isDeepStrictEqual } from 'node:util';
import { readDocument, withOpenEnums } from 'tenant-management-document';
import type { Report } from '../report/change-list.ts';
import type { Contract } from '../verdict.ts';

/**
 * Reports that the enums of responses became open or closed: callers use types that were generated with or without the
 * option. A document without such enums has the same types.
 */
export async function compareOpenEnums(before: Contract, after: Contract, report: Report): Promise<void> {
  const isOpen = after.openEnums ?? false;
  if (isOpen === (before.openEnums ?? false)) return;
  const document = await readDocument(after.document);
  if (isDeepStrictEqual(withOpenEnums(document), document)) return;
  report(isOpen ? 'response-enums-opened' : 'response-enums-closed', '');
}
