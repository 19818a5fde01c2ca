import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { didYouMean } from '../../../../common/closest-name.ts';
import { isObject } from '../model/json.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { deriveOperations } from '../operations/derived-operations.ts';
import { listOperations, type OperationEntry } from '../operations/operations.ts';
import { declaredScopes } from '../operations/security.ts';
import { projectRoot } from '../read/document.ts';
import { createAjv } from '../validation/ajv.ts';
import { type Behavior, behaviorSchema, type DocumentNames } from './behavior-schema.ts';
import { formatProblem, problemOf } from './problem.ts';
import { type FoundProblem, parseYaml } from './yaml-file.ts';

/** The file with the defaults for entries that a behavior file does not contain. */
const DEFAULTS_FILE = join(import.meta.dirname, 'default.behavior.yaml');

/**
 * Returns the path of the behavior file that belongs to a document: `management.behavior.yaml` for `management.yaml`.
 */
export const behaviorFileOf = (documentFile: string): string =>
  `${documentFile.replace(/\.(ya?ml|json)$/, '')}.behavior.yaml`;

/**
 * Reads the behavior file of a document. If the file does not exist, the result has only the defaults.
 *
 * @throws Error If the file is not valid. The message has a line for each problem, with file, line, column and key.
 */
export async function readBehavior(documentFile: string, document: OpenApiDocument): Promise<Behavior> {
  const file = behaviorFileOf(documentFile);
  const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return await parseBehavior(relative(projectRoot, file), source, document);
}

/**
 * Parses and checks the text of a behavior file.
 *
 * @param file Name of the file, for the messages.
 * @returns The content of the file, with defaults for entries that the file does not contain.
 * @throws Error If the text is not valid, like {@link readBehavior}.
 */
export async function parseBehavior(file: string, source: string, document: OpenApiDocument): Promise<Behavior> {
  // Compiling the schema takes most of the time of this function, and most documents have no behavior file.
  const behavior = source === '' ? {} : await parseYaml(file, source, (value) => problemsIn(value, document));
  const defaults: unknown = parse(await readFile(DEFAULTS_FILE, 'utf8'));
  // The cast is safe, because the schema has accepted the value and the defaults contain every required entry.
  return withDefaults(behavior, defaults) as Behavior;
}

const UNKNOWN_ID = 'no operation of the document has this id; correct the id, or remove the entry';

/** The last validator, and the names in its schema as JSON. It is kept, because compiling a schema is slow. */
let last: { readonly key: string; readonly validate: ValidateFunction } | undefined;

/** Checks the content of a behavior file. The names of operations, resources and scopes must be those of the document. */
function problemsIn(value: unknown, document: OpenApiDocument): FoundProblem[] {
  const names: DocumentNames = {
    operationIds: listOperations(document).map(({ id }) => id),
    resources: [...new Set(deriveOperations(document).flatMap(({ resource }) => resource ?? []))],
    scopes: declaredScopes(document),
  };
  const key = JSON.stringify(names);
  if (last?.key !== key) {
    last = {
      key,
      validate: createAjv({ allErrors: true, inlineRefs: false, verbose: true }).compile(behaviorSchema(names)),
    };
  }
  const { validate } = last;
  if (validate(value)) return statusProblems(value, document);
  return (validate.errors ?? []).map((error) => {
    const { path, message } = problemOf(error);
    const isUnknownId = error.keyword === 'additionalProperties' && error.instancePath === '/operations';
    const remedy = error.keyword === 'enum' && path[0] === 'aliases' ? '; or remove the alias' : validNames(error);
    const text = formatProblem('the file', { path, message: isUnknownId ? UNKNOWN_ID : message + remedy });
    return { path, text };
  });
}

/** Returns the closest and all valid names, if the error is an unknown name. */
function validNames({ keyword, params, parentSchema }: ErrorObject): string {
  if (keyword !== 'additionalProperties') return '';
  const names = Object.keys(Object(parentSchema?.['properties']));
  return `${didYouMean(String(params['additionalProperty']), names) || '.'} Valid fields: ${names.join(', ')}`;
}

/** Failures of a call, by the status that they must have if an operation shows it. */
const FAILURES_BY_STATUS: Readonly<Record<string, readonly (keyof Behavior['api']['failures'])[]>> = {
  401: ['missingToken', 'notJwt', 'expiredToken', 'invalidSignature', 'invalidClaim', 'invalidToken', 'notGlobal'],
  403: ['insufficientScope'],
  400: ['unknownQueryParameter', 'invalidQuery'],
  429: ['tooManyRequests'],
};

/** Returns a problem for each status that contradicts the document. */
function statusProblems(value: unknown, document: OpenApiDocument): FoundProblem[] {
  // The cast is safe, because the schema has accepted the value.
  const { operations = {}, api } = value as Partial<Behavior>;
  const entries = listOperations(document);
  const shownBy = ({ operation }: OperationEntry) => Object.keys(operation.responses ?? {});
  const documented = new Set(entries.flatMap(shownBy));
  const ofOperations = entries.flatMap((entry) => {
    const { success, missing } = operations[entry.id] ?? {};
    const successes = shownBy(entry).filter((key) => key.startsWith('2'));
    const notFound = shownBy(entry).filter((key) => entry.method === 'GET' && key === '404');
    return [
      ...statusProblem(['operations', entry.id, 'success'], success, successes),
      ...statusProblem(['operations', entry.id, 'missing'], missing, notFound),
    ];
  });
  const ofFailures = Object.entries(FAILURES_BY_STATUS).flatMap(([status, names]) => {
    const shown = documented.has(status) ? [status] : [];
    return names.flatMap((name) => statusProblem(['api', 'failures', name], api?.failures?.[name], shown));
  });
  return [...ofOperations, ...ofFailures];
}

/** Returns a problem if an entry has a status that is not among the statuses and ranges that the document shows. */
function statusProblem(at: string[], entry: { status: number } | undefined, shown: string[]): FoundProblem[] {
  const isShown = [String(entry?.status), '2XX'].some((key) => shown.includes(key));
  if (entry === undefined || shown.length === 0 || isShown) return [];
  const path = [...at, 'status'];
  const message = `must be ${shown.join(' or ')}, which the document shows; or remove the entry`;
  return [{ path, text: formatProblem('the file', { path, message }) }];
}

/** Adds the defaults of absent entries. An entry with a `source` gets no defaults for its fields. */
function withDefaults(value: unknown, defaults: unknown): unknown {
  if (value === undefined || value === null) return defaults;
  if (!isObject(value) || !isObject(defaults) || 'source' in value) return value;
  const names = new Set([...Object.keys(defaults), ...Object.keys(value)]);
  return Object.fromEntries([...names].map((name) => [name, withDefaults(value[name], defaults[name])]));
}
