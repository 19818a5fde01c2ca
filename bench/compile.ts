import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The compilers that are compared, by what people call them. */
export const COMPILERS = { '5.9': 'typescript', '7.0': 'typescript-7.0' } as const;

/** What a compiler says of one run. */
export interface Compilation {
  /** `undefined` where the compiler does not say. */
  readonly instantiations: number | undefined;
  /** Seconds. */
  readonly check: number | undefined;
  /** Seconds, of the whole process. */
  readonly total: number;
}

/**
 * Type-checks a project.
 *
 * @throws Error With what the compiler printed, when it finds an error.
 */
export function compile(compiler: string, project: string): Compilation {
  const tsc = join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--noEmit', '--extendedDiagnostics'], {
    encoding: 'utf8',
  });
  const total = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${compiler} does not compile ${project}:\n${stdout}`);
  const figure = (name: string) => {
    const found = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return { instantiations: figure('Instantiations'), check: figure('Check time'), total };
}
