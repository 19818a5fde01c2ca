import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { keysOf, linesOf } from 'tools-document';
import type { Location } from './change.ts';
import type { Contract } from './contract.ts';

/** Returns the location of a pointer. Pass `true` if the change removes the value. */
export type Locate = (pointer: string, isRemoved: boolean) => Location;

/** Returns a function that finds locations in the files of a contract. The function reads each file at most once. */
export function locationsIn({ document, root }: Contract): Locate {
  const files = new Map<string, ReturnType<typeof linesOf>>();
  return (pointer, isRemoved) => {
    const isInDocument = pointer === '' || pointer.startsWith('/');
    const [path = '', keys = ''] = isInDocument ? ['', pointer] : pointer.split(/#(.*)/s);
    const named = isInDocument ? document : join(dirname(document), path);
    const file = existsSync(named) ? named : document;
    const lineOf = files.get(file) ?? linesOf(file);
    files.set(file, lineOf);
    const line = file === named ? lineOf(keysOf(keys).slice(0, isRemoved ? -1 : undefined)) : 1;
    return { file: relative(root, file), line };
  };
}
