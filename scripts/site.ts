import { join } from 'node:path';
import { readBehavior } from 'tools-document/behavior';
import { findApi, projectRoot, readDocument } from 'tools-document/read';
import { REFERENCE_FOLDER } from '../site/reference/reference.ts';
import { writeReference } from '../site/reference/write-reference.ts';
import { withoutWriteOnly } from './generate/response-schemas.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run site

Writes the reference of the document as Markdown, installs the packages of the folder site, and builds the site into
reports/site. Fails if an internal link is broken.
`,
  async ([name]) => {
    const { file } = await findApi(name);
    const document = await readDocument(file);
    const behavior = await readBehavior(file, document);
    const count = await writeReference(
      document,
      behavior,
      withoutWriteOnly(document),
      join(projectRoot, REFERENCE_FOLDER),
    );
    console.log(`Wrote ${count} pages to ${REFERENCE_FOLDER}`);
  },
);
