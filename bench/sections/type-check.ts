import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLING_PROGRAMS } from '../calling-programs.ts';
import { COMPILERS, type Compilation, compile } from '../compile.ts';
import { madeFolder, projectRoot } from '../folders.ts';
import type { Findings } from '../section.ts';
import { fixed, median, shuffled } from '../statistics.ts';

const ROUNDS = 3;

/** What a strict consumer has; libraries are not checked, as usual. */
export const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  skipLibCheck: true,
};

const folder = join(madeFolder, 'type-check');

/** Instantiations and time of one calling program. */
export async function measureTypeCheck(): Promise<Findings> {
  const names = Object.keys(CALLING_PROGRAMS);
  await writePrograms();
  const tables = Object.entries(COMPILERS).map(([version, compiler]) => {
    const runs = new Map(names.map((name): [string, Compilation[]] => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of shuffled(names)) runs.get(name)?.push(compile(compiler, join(folder, folderOf(name))));
    }
    return {
      title: `One calling program under TypeScript ${version}`,
      columns: ['client', 'instantiations', 'check time, s', 'whole process, s'],
      rows: names.map((name) => [name, ...figures(runs.get(name) ?? [])]),
    };
  });
  return {
    tables,
    targets: [],
    charts: [],
    notes: [
      `The program reads a profile, deletes it and deletes an enrollment. \`--extendedDiagnostics\`; medians of ${ROUNDS} runs, the clients in random order in each round. The generated client of @hey-api/openapi-ts is source of the program and is checked with it; the other clients are libraries, whose declarations are read and not checked.`,
    ],
  };
}

/** A run's figures as a row has them. */
export function figures(runs: readonly Compilation[]): string[] {
  const of = (key: keyof Compilation, decimals: number) => {
    const values = runs.map((run) => run[key]).filter((value) => value !== undefined);
    return values.length > 0 ? fixed(median(values), decimals) : 'not given';
  };
  return [of('instantiations', 0), of('check', 3), of('total', 2)];
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
