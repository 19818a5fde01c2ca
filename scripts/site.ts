import { join } from 'node:path';
import { findApi, projectRoot, readBehavior, readDocument } from 'tenant-management-document';
import { REFERENCE_FOLDER } from '../site/reference/reference.ts';
import { writeReference } from '../site/reference/write-reference.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run site

Writes the reference of the document as Markdown for the docs site. Then, npm run site builds the site into reports/site,
and fails if an internal link is broken; npm run site:dev serves the site, and reloads a page after each save of its
Markdown file. Both commands install the packages of the folder site.
`,
  async ([name]) => {
    const { file } = await findApi(name);
    const document = await readDocument(file);
    const behavior = await readBehavior(file, document);
    const count = await writeReference(document, behavior, join(projectRoot, REFERENCE_FOLDER));
    console.log(`Wrote ${count} pages to ${REFERENCE_FOLDER}`);
  },
);
