// Checks the statements about the document that pages mark: see scripts/generate/documented-statements.ts.
import { findApi, readDocument } from 'tools-document/read';
import { expect, test } from 'vitest';
import { untrueStatements } from '../../scripts/generate/documented-statements.ts';
import { hasOtherDocument, projectRoot } from './markdown-pages.ts';

test.skipIf(hasOtherDocument)(
  'the document contradicts no statement of a page: change or delete a listed one',
  async () => {
    const document = await readDocument((await findApi()).file);
    expect(untrueStatements(projectRoot, document)).toEqual([]);
  },
);
