/** A type error in the output of a TypeScript compiler. */
export interface TypeProblem {
  /** Path of the file, relative to the folder in which the compiler ran. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The code and the first line of the message, such as `TS2322: Type 'string' is not assignable to type 'number'.` */
  readonly message: string;
}

/** Reads the type errors in the output of a compiler that ran with `--pretty false`. */
export const readTypeErrors = (output: string): TypeProblem[] =>
  [...output.matchAll(/^(\S[^(\n]*)\((\d+),(\d+)\): error (TS\d+: .+)$/gm)].map(
    ([, file = '', line, column, message = '']) => ({ file, line: Number(line), column: Number(column), message }),
  );
