import { join } from 'node:path';

export const benchFolder = join(import.meta.dirname, '..');

/** Root of the measured project. */
export const projectRoot = join(benchFolder, '..');

/** Files that a benchmark run creates; deleted at the start of the next run. */
export const outputFolder = join(benchFolder, 'output');

/** Entry point of the client, unpacked from its npm archive. */
export const clientFile = join(outputFolder, 'node_modules/tenant-management-client/dist/index.js');
