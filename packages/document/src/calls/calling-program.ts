import type { OpenApiDocument, OperationEntry } from '../document.ts';
import { callCode } from './call-code.ts';

/** A TypeScript program that calls each operation once. */
export interface CallingProgram {
  readonly source: string;
  /** The operation of each line; `undefined` for a line without a call. */
  readonly operationOfLine: readonly (string | undefined)[];
  /** Operations without a call: they have no valid sample, or the client does not support them. */
  readonly omitted: readonly string[];
}

const HEAD = [
  "import { createManagementClient } from './src/index.js';",
  "const client = createManagementClient({ baseUrl: 'https://api.example.com', auth: 'token' });",
];

/**
 * Writes a program that calls each operation once, with its required parameters and, if the operation has one, its
 * body.
 */
export function callingProgram(document: OpenApiDocument, operations: readonly OperationEntry[]): CallingProgram {
  // One call on each line, so that the line of a type error determines the operation.
  const calls = operations.map((operation) => ({ id: operation.id, code: callCode(document, operation, 'client') }));
  const written = calls.filter(({ code }) => code !== undefined);
  return {
    source: [...HEAD, ...written.map(({ code }) => `await ${code};`), ''].join('\n'),
    operationOfLine: [...HEAD.map(() => undefined), ...written.map(({ id }) => id)],
    omitted: calls.filter(({ code }) => code === undefined).map(({ id }) => id),
  };
}
