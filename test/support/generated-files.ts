import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that `npm run generate` writes, in the order in which the command lists them. */
export const GENERATED = [
  'src/generated/management.ts',
  'src/generated/catalogue.ts',
  'src/generated/defaults.ts',
  'src/generated/delete-paths.ts',
  'src/generated/response-checks.ts',
  'packages/sandbox/src/generated/resources.ts',
  'README.md',
  'docs/versions.md',
  'packages/cli/src/generated/operations.ts',
  'src/generated/content-exceptions.ts',
] as const;

/** Reads the generated files in a copy of the project. */
export const generatedFiles = (folder: string): Promise<string[]> =>
  Promise.all(GENERATED.map((path) => readFile(join(folder, path), 'utf8')));
