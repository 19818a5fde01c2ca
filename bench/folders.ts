import { join } from 'node:path';

export const benchFolder = import.meta.dirname;

/** Root of the project that is measured. */
export const projectRoot = join(benchFolder, '..');

/** All that a run makes for itself. */
export const madeFolder = join(benchFolder, 'made');

/** The packed client's entry point. */
export const clientFile = join(madeFolder, 'node_modules/tenant-management-client/dist/index.js');
