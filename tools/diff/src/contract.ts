import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { behaviorFileOf } from 'tools-document/behavior';
import { keysOf, positionsOf } from 'tools-document/model';

import type { Location } from './change.ts';

/** The files of a contract. */
export interface Contract {
  /** Absolute path of the OpenAPI document. */
  readonly document: string;
  /** Absolute path of the sandbox's behavior file, if there is one. */
  readonly behavior?: string;
  /** Absolute path of the folder to which the paths of changes are relative. */
  readonly root: string;
  /** Day of the version, such as `2027-01-31`. The default is today (UTC). */
  readonly date?: string;
}

/** Returns the contract of a document, with the behavior file in the same folder. */
export function contractOf(document: string, root: string): Contract {
  const behavior = behaviorFileOf(document);
  return { document, root, ...(existsSync(behavior) && { behavior }) };
}

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
