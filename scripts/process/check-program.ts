import { dirname } from 'node:path';

/**
 * Type-checks a program and the declarations that it uses, and returns the errors as text; empty if there are none. To
 * save time, the check leaves out the declarations of Node and of the compiler.
 *
 * @param ts The compiler.
 * @param configFile Absolute path of the `tsconfig.json`.
 */
export function checkProgram(ts: typeof import('typescript'), configFile: string): string {
  const folder = dirname(configFile);
  const { config, error } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram(fileNames, options);
  const files = program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file) && !/\/(@types|undici-types)\//.test(file.fileName));
  const problems = [
    ...(error === undefined ? [] : [error]),
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  return ts.formatDiagnostics(problems, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  });
}
