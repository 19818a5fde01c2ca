import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type ts from 'typescript';
import type { Change } from '../change.ts';
import { type ClientCall, callsAt, hidingNodes } from './client-calls.ts';
import { changesOf } from './consumer-changes.ts';

/** The name of the package whose types a consumer uses. */
const CLIENT = 'tenant-management-client';

/** Options for a consumer without a `tsconfig.json`: its JavaScript is checked. */
const JAVASCRIPT = { allowJs: true, checkJs: true, noEmit: true, module: 'NodeNext', skipLibCheck: true };

/** The generated types of the client, as the text of the module `generated/management`. */
export interface ClientTypes {
  readonly before: string;
  readonly after: string;
}

/** A line of a consumer that compiles with the types before the changes, and not with the types after them. */
export interface BrokenLine {
  /** Path from the folder of the consumer. */
  readonly file: string;
  /** The first line has the number 1. */
  readonly line: number;
  readonly text: string;
  /** The compiler's message, such as `TS2339: Property 'name' does not exist on type …`. */
  readonly message: string;
  /** The changes that explain the error. Empty if no change concerns the call, and none has a name from the line. */
  readonly changes: readonly Change[];
}

/** The result of the check of a consumer. */
export interface ConsumerErrors {
  /** The lines that stop compiling. */
  readonly lines: readonly BrokenLine[];
  /** Number of lines that do not compile with the types before the changes. */
  readonly earlier: number;
  /** Lines such as `src/main.ts:3`, on which a type such as `any` hides a call that can break from the compiler. */
  readonly hidden: readonly string[];
  /** The version of the repository's compiler, if the compiler of the consumer cannot be used. */
  readonly compiler?: string;
}

/**
 * Type-checks a consumer of the client with the types before and after some changes, with the TypeScript and the
 * `tsconfig.json` of the consumer. The types are replaced in memory: no file changes.
 *
 * @param folder Folder of the consumer.
 * @param operationsOf Returns the ids of the operation that a call sends, in both versions.
 * @throws Error If the folder, its TypeScript or its client cannot be used, or if its client does not fit the types
 *   before the changes.
 */
export function brokenLines(
  folder: string,
  types: ClientTypes,
  changes: readonly Change[],
  operationsOf: (call: ClientCall) => readonly string[] = () => [],
): ConsumerErrors {
  const root = resolve(folder);
  const { typescript, isOwn } = loadTypeScript(root);
  const config = readConfig(typescript, root);
  const module = typesModuleOf(typescript, root, config.options);
  const cache = new Map<string, ts.SourceFile | undefined>();
  const check = (text?: string) =>
    checkFiles(typescript, config, root, cache, text === undefined ? {} : { [module]: text });
  const before = check(types.before);
  const earlier = before.errors();
  const keysOf = (errors: readonly { key: string }[]) => new Set(errors.map(({ key }) => key));
  const [known, installed] = [keysOf(earlier), keysOf(check().errors())];
  if ([...known].some((key) => !installed.has(key)))
    throw new Error(
      `The client that ${folder} uses must fit the git ref: ${folder} does not compile with the types of the ref, although it` +
        ' compiles with those of its client. Pass the git ref of the release that it uses',
    );
  const lines = new Map<string, BrokenLine>();
  for (const { key, line, calls } of check(types.after).errors()) {
    const place = `${line.file}:${line.line}`;
    const same = lines.get(place);
    const causes = changesOf(line, changes, calls.flatMap(operationsOf));
    if (!known.has(key))
      lines.set(place, { ...(same ?? line), changes: [...new Set([...(same?.changes ?? []), ...causes])] });
  }
  const breaking = changes.filter(({ bump }) => bump === 'major');
  const canBreak = (call: ClientCall) =>
    operationsOf(call).some((id) => breaking.some(({ operations }) => operations.includes(id)));
  const hidden = before.hidden().filter(({ calls }) => (calls.length > 0 ? calls.some(canBreak) : breaking.length > 0));
  return {
    lines: [...lines.values()],
    earlier: new Set(earlier.map(({ line }) => `${line.file}:${line.line}`)).size,
    hidden: [...new Set(hidden.map(({ line }) => line))],
    ...(!isOwn && { compiler: typescript.version }),
  };
}

/** Loads the TypeScript of a folder; that of the repository for TypeScript 7, which has no API for JavaScript. */
function loadTypeScript(root: string): { typescript: typeof ts; isOwn: boolean } {
  if (!existsSync(root)) throw new Error(`--consumer must name a folder that exists: ${root}`);
  const load = (from: string): typeof ts => createRequire(from)('typescript');
  let typescript: typeof ts;
  try {
    typescript = load(join(root, 'package.json'));
  } catch (cause) {
    throw new Error(`${root} must have the package typescript: run npm install there`, { cause });
  }
  const isOwn = typeof typescript.createProgram === 'function';
  return { typescript: isOwn ? typescript : load(import.meta.url), isOwn };
}

function readConfig(typescript: typeof ts, root: string): ts.ParsedCommandLine {
  const file = join(root, 'tsconfig.json');
  const content = existsSync(file)
    ? typescript.readConfigFile(file, typescript.sys.readFile)
    : { config: { compilerOptions: JAVASCRIPT } };
  const config = typescript.parseJsonConfigFileContent(content.config ?? {}, typescript.sys, root);
  const [error] = [content.error ?? [], config.errors].flat();
  if (error !== undefined)
    throw new Error(`${file}: ${typescript.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  return config;
}

/** Returns the path of the generated types of the client that a folder imports. */
function typesModuleOf(typescript: typeof ts, root: string, options: ts.CompilerOptions): string {
  const { resolvedModule } = typescript.resolveModuleName(
    CLIENT,
    join(root, 'index.ts'),
    options,
    typescript.sys,
    undefined,
    undefined,
    typescript.ModuleKind.ESNext,
  );
  const index = resolvedModule?.resolvedFileName;
  if (index === undefined) throw new Error(`${root} must have the package ${CLIENT}: run npm install there`);
  return join(dirname(index), 'generated', index.endsWith('.d.ts') ? 'management.d.ts' : 'management.ts');
}

/**
 * Compiles the files of a consumer.
 *
 * @param cache The parsed files, because most of them are the same in each check.
 * @param replaced The texts of files that replace those on the disk, by path.
 */
function checkFiles(
  typescript: typeof ts,
  { options, fileNames }: ts.ParsedCommandLine,
  root: string,
  cache: Map<string, ts.SourceFile | undefined>,
  replaced: Readonly<Record<string, string>>,
) {
  const host = typescript.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, format, ...others) => {
    const text = replaced[file];
    if (text !== undefined) return typescript.createSourceFile(file, text, format, true);
    if (!cache.has(file)) cache.set(file, getSourceFile(file, format, ...others));
    return cache.get(file);
  };
  const program = typescript.createProgram(
    fileNames,
    { ...options, noEmit: true, incremental: false, composite: false },
    host,
  );
  const isOwn = (file: ts.SourceFile) =>
    file.fileName.startsWith(`${root}/`) && !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file);
  const own = program.getSourceFiles().filter(isOwn);
  if (own.length === 0)
    throw new Error(`${root} must have files to check: pass the folder of the project whose tsconfig.json lists files`);
  const compiler = { typescript, checker: program.getTypeChecker() };
  const lineOf = (file: ts.SourceFile, position: number) => {
    const { line } = file.getLineAndCharacterOfPosition(position);
    return { file: relative(root, file.fileName), line: line + 1, text: file.text.split('\n')[line]?.trim() ?? '' };
  };
  return {
    errors: () =>
      own.flatMap((file) =>
        program.getSemanticDiagnostics(file).map(({ start = 0, code, messageText }) => ({
          // Not the message: it can contain a type that changed.
          key: `${file.fileName}:${start}:${code}`,
          line: {
            ...lineOf(file, start),
            message: `TS${code}: ${typescript.flattenDiagnosticMessageText(messageText, '\n')}`,
          },
          calls: callsAt(compiler, file, start),
        })),
      ),
    hidden: () =>
      own.flatMap((file) =>
        hidingNodes(compiler, file).map(({ node, calls }) => {
          const place = lineOf(file, node.getStart(file));
          return { line: `${place.file}:${place.line}`, calls };
        }),
      ),
  };
}
