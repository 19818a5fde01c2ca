import { join } from 'node:path';

export const benchFolder = join(import.meta.dirname, '..');

/** Root of the measured project. */
export const projectRoot = join(benchFolder, '..');

/** Folder of the files that a benchmark run creates. The next run deletes these files first. */
export const outputFolder = join(benchFolder, 'output');

/** Entry point of the client, unpacked from its npm archive. */
export const clientFile = join(outputFolder, 'node_modules/tenant-management-client/dist/index.js');
