import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alternativeProblems, callingProgram } from 'tenant-management-document';
import { readTypeErrors } from '../process/type-errors.ts';
import type { Failure, Outcome } from './steps.ts';
import { failureOf, type Subject } from './subject.ts';

/** Name of the calling program, in the root of the copy. */
const PROGRAM = 'program.ts';

/** Errors of a call whose body has fields that its type does not have. The bodies are the examples of the document. */
const UNDECLARED = /^TS(2353|2559):/;
const UNDECLARED_FIELDS = "the document's example of the request body does not have the fields of its schema";

/** Compiles a program that calls each operation, with the oldest TypeScript that the client supports. */
export async function checkTypes({ root, document, operations, run }: Subject): Promise<Outcome> {
  const { source, operationOfLine, omitted } = callingProgram(document, operations);
  await writeFile(join(root, PROGRAM), source);
  const config = { extends: './tsconfig.json', include: ['src', PROGRAM] };
  await writeFile(join(root, 'tsconfig.program.json'), JSON.stringify(config));
  const ended = await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.program.json', '--pretty', 'false');
  const problemsOf = (id: string): string[] => {
    const entry = operations.find((one) => one.id === id);
    return entry === undefined ? [] : alternativeProblems(document, entry);
  };
  const failures = typeErrors(ended.output, operationOfLine, problemsOf);
  if (ended.status !== 0 && failures.length === 0) throw failureOf(ended);
  const calls = operationOfLine.filter((id) => id !== undefined).length;
  const notes = omitted.flatMap((id) => problemsOf(id).map((problem) => `${id}: no valid sample: ${problem}`));
  return { result: `calls: ${calls}; operations without a call: ${omitted.length}`, failures, notes };
}

/**
 * Returns the errors in the output of the compiler, each with the operation of its line in the calling program.
 *
 * @param problemsOf Lists why the alternatives in the request body of an operation allow no sample.
 */
export const typeErrors = (
  output: string,
  operationOfLine: readonly (string | undefined)[],
  problemsOf: (operation: string) => readonly string[],
): Failure[] =>
  readTypeErrors(output).map(({ file, line, message }) => {
    if (file !== PROGRAM) return { operation: undefined, reason: `${file}: ${message}` };
    const operation = operationOfLine[line - 1];
    const reasons = UNDECLARED.test(message)
      ? [UNDECLARED_FIELDS]
      : operation === undefined
        ? []
        : problemsOf(operation);
    return { operation, reason: [...reasons, message].join(': ') };
  });
