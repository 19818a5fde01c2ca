// Builds the client and the command line in a copy of the project, once for each run of the tests.
import type { TestProject } from 'vitest/node';
import { copyProject, type ProjectCopy } from './project-copy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of a copy of the project that contains the built packages of the fixture document. */
    readonly builtProject: string;
  }
}

/** The copy of this process. Each project of Vitest has its own copy of this module, but the same global object. */
const global: { builtProject?: Promise<ProjectCopy> } & typeof globalThis = globalThis;

async function buildProject(): Promise<ProjectCopy> {
  const project = await copyProject();
  const builds = await Promise.all(['scripts/build.ts', 'scripts/build-cli.ts'].map((script) => project.run(script)));
  for (const { status, output } of builds) if (status !== 0) throw new Error(output);
  return project;
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  global.builtProject ??= buildProject();
  const { root, remove } = await global.builtProject;
  provide('builtProject', root);
  return remove;
}
