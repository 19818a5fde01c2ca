import { join } from 'node:path';

export const benchFolder = join(import.meta.dirname, '..');

/** Root of the measured project. */
export const projectRoot = join(benchFolder, '..');

/** Folder of the files that a benchmark run creates. The next run deletes these files first. */
export const outputFolder = join(benchFolder, 'output');
