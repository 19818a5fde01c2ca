import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPILERS, type Compilation, compile } from '../compile.ts';
import { copyProject, type ProjectCopy } from '../project-copy.ts';
import type { Findings } from '../section.ts';
import { fixed, median, shuffled } from '../statistics.ts';
import { bundle } from './bytes.ts';
import { figures } from './type-check.ts';

const SIZES = [3, 30, 300, 1000];
const ROUNDS = 3;

/** Calls the three operations that every size has. */
const CALLING_PROGRAM = `import { createManagementClient, unwrap } from './src/index.js';
const client = createManagementClient({ baseUrl: 'https://warehouse.example.org/v1', auth: 'token' });
const header = { 'X-Request-Source': 'program' };
export const items = await unwrap(client.GET('/resource-1', { params: { query: { limit: 3 }, header } }));
export const shelves: (string | undefined)[] = items.map(({ shelf }) => shelf);
export const made = await unwrap(client.POST('/resource-1', { body: { id: 'x', size: 1 } }));
export const item = await unwrap(client.GET('/resource-1/{id}', { params: { path: { id: made.id } } }));
`;
const BUNDLED_PROGRAM = `import { createManagementClient } from './src/index.ts';
globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`;

interface Times {
  readonly lint: number[];
  readonly generate: number[];
  readonly mock: number[];
  readonly compilations: Record<keyof typeof COMPILERS, Compilation[]>;
}

/** What more operations cost. */
export async function measureGrowth(): Promise<Findings> {
  const projects: { size: number; project: ProjectCopy; times: Times }[] = [];
  try {
    for (const size of SIZES) {
      const times: Times = { lint: [], generate: [], mock: [], compilations: { '5.9': [], '7.0': [] } };
      projects.push({ size, project: await copyProject(size), times });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { project, times } of shuffled(projects)) await timeOnce(project, times);
    }
    const bytes = await Promise.all(
      projects.map(async ({ project }) => (await bundle(BUNDLED_PROGRAM, project.root)).gzipped),
    );
    const types = await Promise.all(
      projects.map(({ project }) => readFile(join(project.root, 'src/generated/management.ts'))),
    );
    return {
      tables: [
        {
          title: 'Commands and bundle by the number of operations',
          columns: [
            'operations',
            'lint, s',
            'generate (lints first), s',
            'mock start, s',
            'generated types, bytes',
            'bundle, bytes gzipped',
          ],
          rows: projects.map(({ size, times }, index) => [
            fixed(size, 0),
            fixed(median(times.lint), 2),
            fixed(median(times.generate), 2),
            fixed(median(times.mock), 2),
            fixed(types[index]?.byteLength ?? 0, 0),
            fixed(bytes[index] ?? 0, 0),
          ]),
        },
        {
          title: 'Type-check of a program that calls three operations, by the number of operations',
          columns: ['operations', 'TypeScript', 'instantiations', 'check time, s', 'whole process, s'],
          rows: projects.flatMap(({ size, times: { compilations } }) =>
            Object.entries(compilations).map(([version, runs]) => [fixed(size, 0), version, ...figures(runs)]),
          ),
        },
      ],
      targets: [
        {
          name: `growth of the bundle from ${SIZES[0]} to ${fixed(SIZES.at(-1) ?? 0, 0)} operations, gzipped`,
          unit: 'bytes',
          measured: (bytes.at(-1) ?? 0) - (bytes[0] ?? 0),
          target: 0,
        },
      ],
      charts: [],
      notes: [
        `Copies of the project with documents of six operations on each resource; medians of ${ROUNDS} runs, the sizes in random order in each round. The client is checked as source, with the program.`,
      ],
    };
  } finally {
    await Promise.all(projects.map(({ project }) => project.remove()));
  }
}

async function timeOnce(project: ProjectCopy, times: Times): Promise<void> {
  times.lint.push(project.time('scripts/lint.ts'));
  times.generate.push(project.time('scripts/generate.ts'));
  times.mock.push(await project.timeUntil('listens on', 'scripts/mock.ts', '--port', '0'));
  const config = join(project.root, 'tsconfig.program.json');
  await writeFile(join(project.root, 'program.ts'), CALLING_PROGRAM);
  await writeFile(
    config,
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: { types: [] }, include: ['program.ts'] }),
  );
  for (const [version, compiler] of Object.entries(COMPILERS)) {
    // The keys of COMPILERS are those of the compilations.
    times.compilations[version as keyof typeof COMPILERS].push(compile(compiler, config));
  }
}
