import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runNode } from '../../scripts/process/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('runScript() prints escapes instead of control characters of the document, in output and in errors', async () => {
  const runScript = pathToFileURL(join(import.meta.dirname, '../../scripts/process/run-script.ts')).href;
  const cwd = temporaryFolder({
    'script.mjs': `import { runScript } from '${runScript}';
await runScript('help', () => {
  console.log('a\\u001b[2J\\nb', 1);
  throw new Error('c\\u009b1m');
});`,
  });
  const { status, output } = await runNode(['script.mjs'], { cwd, timeout: 20_000 });
  expect(status).toBe(1);
  expect(output).toBe('a\\u001b[2J\nb 1\nc\\u009b1m\n');
});
