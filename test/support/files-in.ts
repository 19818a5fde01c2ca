import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the files in a folder and its subfolders whose names match a pattern, without `node_modules` and `dist`. */
export function filesIn(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|output)$/.test(entry.name) ? [] : filesIn(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });
}
