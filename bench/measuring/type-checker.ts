import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** TypeScript versions to compare, and the npm packages that contain them. */
export const COMPILERS = { '5.9': 'typescript', '7.0': 'typescript-7.0' } as const;

/** Figures of one type-check. */
export interface TypeCheckRun {
  /** Number of type instantiations; `undefined` if the compiler does not print the number. */
  readonly instantiations: number | undefined;
  /** Check time in seconds; `undefined` if the compiler does not print the time. */
  readonly check: number | undefined;
  /** Duration of the whole process in seconds. */
  readonly total: number;
}

/**
 * Type-checks a project.
 *
 * @throws Error If the compiler finds an error. The message contains the output of the compiler.
 */
export function typeCheck(compiler: string, project: string): TypeCheckRun {
  const tsc = join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--noEmit', '--extendedDiagnostics'], {
    encoding: 'utf8',
  });
  const total = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${compiler} cannot type-check ${project}:\n${stdout}`);
  const readFigure = (name: string) => {
    const text = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1];
    return text === undefined ? undefined : Number(text);
  };
  return { instantiations: readFigure('Instantiations'), check: readFigure('Check time'), total };
}
