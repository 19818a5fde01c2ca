import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of the Node of the machine: the first in PATH outside node_modules, because the Node in node_modules is only for
 * this project's scripts.
 */
export const machineNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
  .find((file) => existsSync(file));
