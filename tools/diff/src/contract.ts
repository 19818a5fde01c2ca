import { existsSync } from 'node:fs';
import { behaviorFileOf } from 'tools-document';

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
