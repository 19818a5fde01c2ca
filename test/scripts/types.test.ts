import { expect, test } from 'vitest';
import { compile, typeCheck } from '../../scripts/types.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Replaces the compilers. A compiler ends with its exit status in `statuses`, or else with 0. */
const ending =
  (statuses: Record<string, number | null>) =>
  async (compiler: string): Promise<number | null> =>
    compiler in statuses ? (statuses[compiler] ?? null) : 0;

test('npm run types checks the project with TypeScript 7.0, and the client and its type tests with 5.9', async () => {
  const checked: string[] = [];
  const lines: string[] = [];
  const compileAll = async (compiler: string, folder: string) => {
    checked.push(`${compiler} ${folder}`);
    return 0;
  };
  await typeCheck(compileAll, (line) => lines.push(line));
  expect(checked.sort()).toEqual(['typescript test/types', 'typescript-7.0 .']);
  expect(lines.sort()).toEqual(['typescript-7.0: no errors', 'typescript: no errors']);
});

test.for(['typescript', 'typescript-7.0'])(
  'npm run types fails if the compiler of the package %s fails',
  async (compiler) => {
    const lines: string[] = [];
    await expect(typeCheck(ending({ [compiler]: 2 }), (line) => lines.push(line))).rejects.toThrow(
      `Type errors under: ${compiler}`,
    );
    expect(lines).toContain(`${compiler}: failed`);
  },
);

test('npm run types fails if a signal kills a compiler', async () => {
  await expect(typeCheck(ending({ typescript: null }), () => undefined)).rejects.toThrow(
    'Type errors under: typescript',
  );
});

test('a compiler that finds a type error exits with a status other than 0', async () => {
  const folder = temporaryFolder({
    'program.ts': "export const size: number = 'large';",
    'tsconfig.json': '{"compilerOptions":{"noEmit":true,"types":[]},"files":["program.ts"]}',
  });

  expect(await compile('typescript-7.0', folder)).toBeGreaterThan(0);
});
