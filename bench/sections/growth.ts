import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument } from 'tenant-management-document';
import { contentExceptions } from '../../scripts/generate/content-exceptions.ts';
import { entryBytes } from '../../scripts/size.ts';
import { createLargeProject, type LargeProject } from '../measuring/large-project.ts';
import { formatNumber } from '../measuring/statistics.ts';
import { bundle } from './bytes.ts';
import type { Findings } from './section.ts';

const SIZES = [3, 30, 300, 1000];

const BUNDLED_PROGRAM = `import { createManagementClient } from './src/index.ts';
globalThis.management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });`;

/** Measures the bundle and the generated types for documents with different numbers of operations. */
export async function measureGrowth(): Promise<Findings> {
  const projects: { size: number; project: LargeProject }[] = [];
  try {
    for (const size of SIZES) projects.push({ size, project: await createLargeProject(size) });
    for (const { project } of projects) project.time('scripts/generate.ts');
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
          title: 'Generated types and bundle by the number of operations',
          columns: ['operations', 'generated types, bytes', 'content exceptions', 'bundle, bytes gzipped'],
          rows: projects.map(({ size }, index) => [
            formatNumber(size, 0),
            formatNumber(types[index]?.byteLength ?? 0, 0),
            formatNumber(exceptions[index] ?? 0, 0),
            formatNumber(bytes[index] ?? 0, 0),
          ]),
        },
      ],
      targets: [
        {
          name: `growth of the bundle from ${SIZES[0]} to ${formatNumber(SIZES.at(-1) ?? 0, 0)} operations, gzipped`,
          unit: 'bytes',
          measured: growth(bytes),
          target: entryBytes(growth(exceptions)),
        },
      ],
      notes: [
        `Copies of the project with generated documents that have six operations per resource. A content exception is an operation whose content is unusual for its method; the target allows ${entryBytes(2) - entryBytes(1)} bytes for each, and ${entryBytes(1)} for the first.`,
      ],
    };
  } finally {
    await Promise.all(projects.map(({ project }) => project.remove()));
  }
}
