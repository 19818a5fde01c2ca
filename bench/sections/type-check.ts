import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputFolder, projectRoot } from '../measuring/folders.ts';
import { formatNumber, median, shuffled } from '../measuring/statistics.ts';
import { COMPILERS, type TypeCheckRun, typeCheck } from '../measuring/type-checker.ts';
import { CALLING_PROGRAMS } from '../peers/calling-programs.ts';
import type { Findings } from './section.ts';

const ROUNDS = 3;

/** Compiler options of a strict project. `skipLibCheck` is set, as in most projects. */
export const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  skipLibCheck: true,
};

const folder = join(outputFolder, 'type-check');

/** Measures the type instantiations and the time of a type-check, for one program per client. */
export async function measureTypeCheck(): Promise<Findings> {
  const names = Object.keys(CALLING_PROGRAMS);
  await writePrograms();
  const tables = Object.entries(COMPILERS).map(([version, compiler]) => {
    const runs = new Map(names.map((name): [string, TypeCheckRun[]] => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of shuffled(names)) runs.get(name)?.push(typeCheck(compiler, join(folder, folderOf(name))));
    }
    return {
      title: `Type-check of one program with TypeScript ${version}`,
      columns: ['client', 'instantiations', 'check time, s', 'whole process, s'],
      rows: names.map((name) => [name, ...figures(runs.get(name) ?? [])]),
    };
  });
  return {
    tables,
    targets: [],
    charts: [],
    notes: [
      `The program reads a profile, deletes the profile and deletes an enrollment. Figures of \`--extendedDiagnostics\`; medians of ${ROUNDS} runs, with the clients in random order in each round. The generated client of @hey-api/openapi-ts is source code, so the compiler checks it; the compiler only reads the declarations of the other clients.`,
    ],
  };
}

/** Formats the medians of several runs as table cells. */
export function figures(runs: readonly TypeCheckRun[]): string[] {
  const medianOf = (key: keyof TypeCheckRun, decimals: number) => {
    const values = runs.map((run) => run[key]).filter((value) => value !== undefined);
    return values.length > 0 ? formatNumber(median(values), decimals) : 'not printed';
  };
  return [medianOf('instantiations', 0), medianOf('check', 3), medianOf('total', 2)];
}

const folderOf = (name: string): string => name.replaceAll(/\W+/g, '-');

async function writePrograms(): Promise<void> {
  for (const [name, source] of Object.entries(CALLING_PROGRAMS)) {
    const program = join(folder, folderOf(name));
    await mkdir(program, { recursive: true });
    await writeFile(join(program, 'package.json'), '{ "type": "module" }');
    await writeFile(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
    await writeFile(join(program, 'program.ts'), source);
    await copyFile(join(projectRoot, 'src/generated/management.ts'), join(program, 'management.ts'));
  }
}
