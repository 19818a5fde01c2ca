import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Api, behaviorFileOf, projectRoot } from 'tools-document';
import type { Contract } from '../contract.ts';
import { contractOf } from '../contract.ts';
import { contractAt, lastRelease } from './released-contract.ts';

/** The contract with which each saved version is compared. */
export interface Baseline {
  /** Name for the output, such as `v1.2.0`. */
  readonly name: string;
  readonly contract: Contract;
}

/**
 * Reads the contract of the last release, or of the last commit before the first release. If git has neither, the
 * function returns a copy of the current contract.
 *
 * @param folder Folder for the files of the contract.
 */
export async function readBaseline(api: Api, folder: string): Promise<Baseline> {
  try {
    const ref = lastRelease();
    const contract = await contractAt(ref, join(folder, 'ref'));
    return { name: ref === 'HEAD' ? 'the last commit (HEAD)' : `the last release (${ref})`, contract };
  } catch {
    return { name: 'the start of npm run dev', contract: await copyContract(api, join(folder, 'start')) };
  }
}

async function copyContract({ file }: Api, folder: string): Promise<Contract> {
  const copyOf = (path: string) => join(folder, relative(projectRoot, path));
  // The behavior file is optional, and the document can be missing until the first save.
  for (const path of [file, behaviorFileOf(file)]) await cp(path, copyOf(path)).catch(() => undefined);
  return contractOf(copyOf(file), folder);
}
