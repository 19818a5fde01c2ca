import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../process/type-errors.ts';

/** Number of errors that the message lists. */
const LISTED = 5;

/**
 * Compiles generated types.
 *
 * @param source Text of the types module, which imports nothing.
 * @param root Path of the document, for the message.
 * @throws Error If the types do not compile.
 */
export async function compileTypes(source: string, root: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'generated-types-'));
  await writeFile(join(folder.path, 'types.ts'), source);
  const args = ['--noEmit', '--strict', '--lib', 'es2022', '--types', '', 'types.ts'];
  const { status, output, errors } = await compile(args, { cwd: folder.path });
  if (status === 0) return;
  const lines = errors.map(({ line, message }) => `  ${source.split('\n')[line - 1]?.trim()}: ${message}`);
  const rest = lines.length > LISTED ? [`  … and ${lines.length - LISTED} more`] : [];
  const listed = lines.length > 0 ? [...lines.slice(0, LISTED), ...rest] : [output];
  throw new Error(`Nothing was generated: the types of ${root} do not compile:\n${listed.join('\n')}`);
}
