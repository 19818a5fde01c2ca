import { dirname, join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../scripts/openapi/document.ts';

/** An error of the compiler. */
export interface CompileError {
  /** Absolute path of the file. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/**
 * Compiles files as one program of TypeScript 5.9 in this process, with the options of the project's `tsconfig.json`.
 *
 * @param files Text of the files by absolute path. The files do not need to exist. Imports of other files are read from
 *   the disk.
 */
export function compileInMemory(files: ReadonlyMap<string, string>): CompileError[] {
  const config = ts.readConfigFile(join(projectRoot, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config.config, files: [], include: [] }, ts.sys, projectRoot);
  const host = ts.createCompilerHost(options);
  const folders = new Set([...files.keys()].map(dirname));
  const { readFile, fileExists, directoryExists = () => true } = host;
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists(path);
  const program = ts.createProgram([...files.keys()], { ...options, types: [] }, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
    file: file?.fileName ?? '',
    line: (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}
