import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compile, typeCheck } from '../../scripts/types.ts';

/** Compilers that end with these exit statuses; all others end with 0. */
const ending =
  (statuses: Record<string, number | null>) =>
  async (compiler: string): Promise<number | null> =>
    compiler in statuses ? (statuses[compiler] ?? null) : 0;

test('npm run types passes if TypeScript 5.9, 6.0 and 7.0 find no errors', async () => {
  const lines: string[] = [];
  await typeCheck(ending({}), (line) => lines.push(line));
  expect(lines.sort()).toEqual(['typescript-6.0: no errors', 'typescript-7.0: no errors', 'typescript: no errors']);
});

test.for(['typescript', 'typescript-6.0', 'typescript-7.0'])('npm run types fails if %s fails', async (compiler) => {
  const lines: string[] = [];
  await expect(typeCheck(ending({ [compiler]: 2 }), (line) => lines.push(line))).rejects.toThrow(
    `Type errors under: ${compiler}`,
  );
  expect(lines).toContain(`${compiler}: failed`);
});

test('npm run types fails if a signal kills a compiler', async () => {
  await expect(typeCheck(ending({ typescript: null }), () => undefined)).rejects.toThrow(
    'Type errors under: typescript',
  );
});

test('a compiler that finds an error ends with a status that is not 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-management-types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'program.ts'), "export const size: number = 'large';");
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"noEmit":true,"types":[]},"files":["program.ts"]}',
  );

  expect(await compile('typescript-7.0', folder)).toBeGreaterThan(0);
});
