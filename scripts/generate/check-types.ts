import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { runNode } from '../process/run-node.ts';
import { readTypeErrors } from '../process/type-errors.ts';

/** Longer than the compiler takes for the types of hundreds of operations on a busy machine. */
const TIMEOUT_MS = 120_000;

/** Number of errors that the message lists. */
const LISTED = 5;

/**
 * Compiles generated types with TypeScript 7, the fastest compiler.
 *
 * @param source Text of the types module, which imports nothing.
 * @param root Path of the document, for the message.
 * @throws Error If the types do not compile.
 */
export async function checkTypes(source: string, root: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-types-'));
  try {
    await writeFile(join(folder, 'types.ts'), source);
    const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
    const args = [tsc, '--noEmit', '--strict', '--lib', 'es2022', '--types', '', '--pretty', 'false', 'types.ts'];
    const { status, output } = await runNode(args, { cwd: folder, timeout: TIMEOUT_MS });
    if (status === 0) return;
    const errors = readTypeErrors(output).map(
      ({ line, message }) => `  ${source.split('\n')[line - 1]?.trim()}: ${message}`,
    );
    const rest = errors.length > LISTED ? [`  … and ${errors.length - LISTED} more`] : [];
    const lines = errors.length > 0 ? [...errors.slice(0, LISTED), ...rest] : [output];
    throw new Error(`Nothing was generated: the types of ${root} do not compile:\n${lines.join('\n')}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
