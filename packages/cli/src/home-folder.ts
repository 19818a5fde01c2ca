import { homedir } from 'node:os';
import { UsageError } from './exit-status.js';

/**
 * Returns the home folder of the user.
 *
 * @param remedy Other settings that can replace the folder, for the message.
 * @throws UsageError If HOME is empty, or is not set and the system has no entry for the user, as in some containers.
 */
export function homeFolder(remedy: string): string {
  try {
    const home = homedir();
    if (home !== '') return home;
  } catch {}
  throw new UsageError(`the user must have a home folder; set HOME or ${remedy}`);
}
