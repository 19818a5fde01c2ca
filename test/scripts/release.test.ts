import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'tools-document';
import { expect, test } from 'vitest';

test.each(['.', 'packages/sandbox', 'packages/cli'])('npm pack in %s builds the package before', (folder) => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'));
  expect(scripts.prepack).toBe('npm run build');
});
