// Writes the reference of an OpenAPI document as Markdown for the docs site: `node scripts/site.ts [name]`.
import { join } from 'node:path';
import { findApi, projectRoot, readBehavior, readDocument } from 'tenant-management-document';
import { REFERENCE_FOLDER } from '../site/reference/reference.ts';
import { writeReference } from '../site/reference/write-reference.ts';
import { fail } from './process/fail.ts';

async function main(): Promise<void> {
  const { file } = await findApi(process.argv[2]);
  const document = await readDocument(file);
  const count = await writeReference(document, await readBehavior(file, document), join(projectRoot, REFERENCE_FOLDER));
  console.log(`Wrote ${count} pages to ${REFERENCE_FOLDER}`);
}

if (import.meta.main) await main().catch(fail);
