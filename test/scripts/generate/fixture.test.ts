// Keeps the modules of the fixture up to date: `npx vitest run --project tools test/scripts/generate/fixture.test.ts -u`
// writes them after a change of a generator.
import { join } from 'node:path';
import { readDocument } from 'tools-document/read';
import { expect, test } from 'vitest';
import { generateTexts } from '../../../scripts/generate.ts';
import { FIXTURE, FIXTURE_ROOT } from '../../support/fixture.ts';
import { projectRoot } from '../../support/project-copy.ts';

const texts = await generateTexts(FIXTURE, projectRoot, await readDocument(FIXTURE.file));
const modules = [...texts].filter(([path]) => path.includes('generated/'));

test.for(modules)('npm run generate writes %s', async ([path, text]) => {
  await expect(text).toMatchFileSnapshot(join(FIXTURE_ROOT, path));
});
