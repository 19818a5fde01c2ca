import { HTTP_METHODS } from 'tools-document';
import { readYaml } from '../support/read-yaml.ts';

/** A program that a change breaks: an entry of `programs.yaml`. The comment at the start of that file describes the members. */
export interface BrokenProgram {
  readonly error: string;
  readonly program: string;
}

/** Reads the programs in `programs.yaml`, by the title of the change. */
export const readPrograms = (): Readonly<Record<string, BrokenProgram>> =>
  readYaml(import.meta.dirname, 'programs.yaml');

/**
 * Returns the source of a program in `programs.yaml`, with the declarations of the names that the program can use. The
 * specifiers are relative to the folder in which `compileFiles` compiles programs.
 *
 * @param types Specifier of the module with the types of the document.
 */
export const sourceOf = ({ program }: BrokenProgram, types: string): string =>
  `import type { TypedCalls } from '../../src/calls.js';
import type { components, operations as AllOperations, paths } from '${types}';

type operations = AllOperations;
type Schemas = components['schemas'];
declare const calls: TypedCalls<paths>;
declare const show: <T>(value: T) => void;
const id = { params: { path: { id: 'book_1' } } };
${program}`;

/**
 * Returns a program that replaces each call of the old document with the call of the new document. The program compiles
 * only if each call accepts all arguments that it accepted before, and returns a result of the type that it had before.
 *
 * @param before The old document.
 * @param types Specifiers of the modules with the types of both documents.
 */
export function replacedCalls(
  { paths = {} }: { paths?: Readonly<Record<string, object>> },
  types: Readonly<Record<'before' | 'after', string>>,
): string {
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    HTTP_METHODS.filter((method) => method in item).map((method) => {
      const call = `${method.toUpperCase()}<${JSON.stringify(path)}>`;
      return `replace<typeof before.${call}>(after.${call});`;
    }),
  );
  return `import type { TypedCalls } from '../../src/calls.js';
import type { paths as Before } from '${types.before}';
import type { paths as After } from '${types.after}';

declare const before: TypedCalls<Before>;
declare const after: TypedCalls<After>;
declare const replace: <T>(call: T) => void;
${lines.join('\n')}`;
}
