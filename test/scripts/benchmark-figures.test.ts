import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BARE, bundledSize, PROGRAMS } from '../../scripts/size.ts';
import { projectRoot } from '../support/project-copy.ts';

interface SavedSection {
  readonly targets: readonly { readonly name: string; readonly measured: number; readonly target: number }[];
}

const [withToken, withCredentials] = PROGRAMS;

test('the bundle sizes and limits in bench/RESULTS.md are those of the code; if they differ, run npm run bench -- bytes', async () => {
  const text = await readFile(join(projectRoot, 'bench/results/bytes.json'), 'utf8');
  const { targets }: SavedSection = JSON.parse(text);
  const bare = await bundledSize(BARE);
  const expected = [
    { name: 'bundle with a static token, gzipped', program: withToken },
    { name: 'bundle with clientCredentials, gzipped', program: withCredentials },
  ].map(async ({ name, program }) => ({
    name,
    unit: 'bytes',
    measured: await bundledSize(program.source),
    target: Math.floor(program.limit * bare),
  }));
  expect(targets).toEqual(await Promise.all(expected));
});
