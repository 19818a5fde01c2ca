import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { keysOf, positionsOf } from 'tools-document';
import type { Location } from './change.ts';
import type { Contract } from './contract.ts';

/** Returns the location of a pointer. Pass `true` if the change removes the value. */
export type Locate = (pointer: string, isRemoved: boolean) => Location;

/** Returns a function that finds locations in the files of a contract. The function reads each file at most once. */
export function locationsIn({ document, root }: Contract): Locate {
  const files = new Map<string, ReturnType<typeof positionsOf>>();
  return (pointer, isRemoved) => {
    const isInDocument = pointer === '' || pointer.startsWith('/');
    const [path = '', keys = ''] = isInDocument ? ['', pointer] : pointer.split(/#(.*)/s);
    const named = isInDocument ? document : join(dirname(document), path);
    const file = existsSync(named) ? named : document;
    const positionOf = files.get(file) ?? positionsOf(file);
    files.set(file, positionOf);
    const line = file === named ? positionOf(keysOf(keys).slice(0, isRemoved ? -1 : undefined)).line : 1;
    return { file: relative(root, file), line };
  };
}
