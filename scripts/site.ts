// Writes the reference of an OpenAPI document as Markdown for the docs site: `node scripts/site.ts [name] [--output
// folder]`.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBehavior } from '../sandbox/build/behavior.ts';
import { findApi, projectRoot, readDocument } from './openapi/document.ts';
import { fail } from './process/fail.ts';
import { REFERENCE_FOLDER } from './site/reference.ts';
import { writeReference } from './site/write-reference.ts';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { output: { type: 'string' } }, allowPositionals: true });
  const { file } = await findApi(positionals[0]);
  const document = await readDocument(file);
  const folder = values.output === undefined ? join(projectRoot, REFERENCE_FOLDER) : resolve(values.output);
  const count = await writeReference(document, await readBehavior(file, document), folder);
  console.log(`Wrote ${count} pages to ${folder}`);
}

if (import.meta.main) await main().catch(fail);
