import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument } from 'tenant-management-document';
import { contentExceptions } from '../../scripts/generate/content-exceptions.ts';
import { BYTES_PER_EXCEPTION } from '../../scripts/size.ts';
import { createLargeProject, type LargeProject } from '../measuring/large-project.ts';
import { formatNumber, median, shuffled } from '../measuring/statistics.ts';
import { COMPILERS, type TypeCheckRun, typeCheck } from '../measuring/type-checker.ts';
import { bundle } from './bytes.ts';
import type { Findings } from './section.ts';

const SIZES = [3, 30, 300, 1000];
const ROUNDS = 3;

/** Calls the three operations that the documents of all sizes have. */
const CALLING_PROGRAM = `import { createManagementClient, unwrap } from './src/index.js';
const client = createManagementClient({ baseUrl: 'https://warehouse.example.org/v1', auth: 'token' });
const header = { 'X-Request-Source': 'program' };
export const items = await unwrap(client.GET('/resource-1', { params: { query: { limit: 3 }, header } }));
export const shelves: (string | undefined)[] = items.map(({ shelf }) => shelf);
export const created = await unwrap(client.POST('/resource-1', { body: { id: 'x', size: 1 } }));
export const item = await unwrap(client.GET('/resource-1/{id}', { params: { path: { id: created.id } } }));
`;
const BUNDLED_PROGRAM = `import { createManagementClient } from './src/index.ts';
globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`;

interface Times {
  readonly lint: number[];
  readonly generate: number[];
  readonly mock: number[];
  readonly typeChecks: Record<keyof typeof COMPILERS, TypeCheckRun[]>;
}

/** Measures the commands, the bundle and the type-check for documents with different numbers of operations. */
export async function measureGrowth(): Promise<Findings> {
  const projects: { size: number; project: LargeProject; times: Times }[] = [];
  try {
    for (const size of SIZES) {
      const times: Times = { lint: [], generate: [], mock: [], typeChecks: { '5.9': [], '7.0': [] } };
      projects.push({ size, project: await createLargeProject(size), times });
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
    const exceptions = await Promise.all(
      projects.map(async ({ project }) => {
        const document = await readDocument(join(project.root, 'openapi/warehouse.yaml'));
        return contentExceptions(document).exceptions.length;
      }),
    );
    const growth = (figures: readonly number[]) => (figures.at(-1) ?? 0) - (figures[0] ?? 0);
    return {
      tables: [
        {
          title: 'Commands and bundle by the number of operations',
          columns: [
            'operations',
            'lint, s',
            'generate (includes lint), s',
            'mock start, s',
            'generated types, bytes',
            'content exceptions',
            'bundle, bytes gzipped',
          ],
          rows: projects.map(({ size, times }, index) => [
            formatNumber(size, 0),
            formatNumber(median(times.lint), 2),
            formatNumber(median(times.generate), 2),
            formatNumber(median(times.mock), 2),
            formatNumber(types[index]?.byteLength ?? 0, 0),
            formatNumber(exceptions[index] ?? 0, 0),
            formatNumber(bytes[index] ?? 0, 0),
          ]),
        },
        {
          title: 'Type-check of a program that calls three operations, by the number of operations',
          columns: ['operations', 'TypeScript', 'instantiations', 'check time, s', 'whole process, s'],
          rows: projects.flatMap(({ size, times: { typeChecks } }) =>
            Object.entries(typeChecks).map(([version, runs]) => [formatNumber(size, 0), version, ...figures(runs)]),
          ),
        },
      ],
      targets: [
        {
          name: `growth of the bundle from ${SIZES[0]} to ${formatNumber(SIZES.at(-1) ?? 0, 0)} operations, gzipped`,
          unit: 'bytes',
          measured: growth(bytes),
          target: growth(exceptions) * BYTES_PER_EXCEPTION,
        },
      ],
      notes: [
        `Copies of the project with generated documents that have six operations per resource; medians of ${ROUNDS} runs, with the sizes in random order in each round. The type-check includes the source of the client. A content exception is an operation whose content is unusual for its method; the target allows ${BYTES_PER_EXCEPTION} bytes for each.`,
      ],
    };
  } finally {
    await Promise.all(projects.map(({ project }) => project.remove()));
  }
}

async function timeOnce(project: LargeProject, times: Times): Promise<void> {
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
    // The cast is safe, because COMPILERS and typeChecks have the same keys.
    times.typeChecks[version as keyof typeof COMPILERS].push(typeCheck(compiler, config));
  }
}

/** Formats the medians of several runs as table cells. */
function figures(runs: readonly TypeCheckRun[]): string[] {
  const medianOf = (key: keyof TypeCheckRun, decimals: number) => {
    const values = runs.map((run) => run[key]).filter((value) => value !== undefined);
    return values.length > 0 ? formatNumber(median(values), decimals) : 'not printed';
  };
  return [medianOf('instantiations', 0), medianOf('check', 3), medianOf('total', 2)];
}
