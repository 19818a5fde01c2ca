import { readFile } from 'node:fs/promises';
import { formatProblem, type Problem, parseYaml, problemOf, type SchemaError } from 'tools-document/behavior';
import { isObject } from 'tools-document/model';
import { didYouMean } from '../../../../common/closest-name.js';
import { aliases, operationProblem, resources } from '../document.js';
import type { Deprecations } from '../http/header-fields.js';
import type { RateLimitOptions } from '../http/token-bucket.js';
import { scopeProblem } from '../token/client-map.js';
import { type Client, defaultClient } from '../token/oauth-client.js';
import { type AliasSeeds, type ResourceSeeds, withRequired } from './state.js';

/** The options of `startSandbox` that a seed file can contain. */
export interface Seed extends AliasSeeds {
  /**
   * Clients in addition to the default client, `sandbox-client`.
   * @default no others
   */
  readonly clients?: readonly Client[];
  /**
   * The initial items by the key of the resource, such as `users/roles`. An alias, such as `roles`, is an option with
   * the same values.
   * @default the examples of the document
   */
  readonly resources?: ResourceSeeds;
  /**
   * Rate limit of the API. `false` disables it, and that of the token endpoint.
   * @default `{ limit: 5, perSecond: 2 }`
   */
  readonly rateLimit?: RateLimitOptions | false;
  /**
   * The deprecated operations, by operation id. Overrides the behavior file.
   * @default those of the behavior file
   */
  readonly deprecations?: Deprecations;
  /**
   * Whether the behavior file applies. With `false`, the sandbox returns 501 instead of a response whose status the
   * document does not show.
   * @default true
   */
  readonly assume?: boolean;
}

/** Returns the problems of a seed, or an empty list if the seed is valid. */
export async function checkSeed(given: unknown): Promise<Problem[]> {
  const seed = fillItems(given);
  // Import the validator only here, because a sandbox without a seed does not need the schemas of the items.
  const { validateSeed } = await import('seed-validator');
  if (!validateSeed(seed)) {
    // For `anyOf`, report the list of alternatives instead of the errors of each branch. Report it after the other
    // errors: an unknown, misspelt field can be the reason why no alternative matches.
    const errors = (validateSeed.errors ?? []).filter(
      ({ keyword, schemaPath }) => keyword !== 'if' && keyword !== 'propertyNames' && !schemaPath.includes('/anyOf/'),
    );
    const isChoice = ({ keyword }: SchemaError) => keyword === 'anyOf';
    const problems = [...errors.filter((error) => !isChoice(error)), ...errors.filter(isChoice)].map(seedProblemOf);
    // Two schemas apply to an item and can find the same problem.
    return [...new Map(problems.map((problem) => [formatProblem('seed', problem), problem])).values()];
  }
  // The cast is safe, because validateSeed has accepted the value.
  const { clients = [], resources: byKey = {}, deprecations = {}, ...options } = seed as Seed;
  const clientIds = clients.map(({ clientId }) => clientId);
  const byAlias: Readonly<Record<string, unknown>> = { ...options };
  return [
    ...unknownScopes(clients),
    ...duplicates(['clients'], 'clientId', clientIds, [defaultClient.clientId]),
    ...unknownOperations(Object.keys(deprecations)),
    ...duplicateNames(byAlias, Object.keys(byKey)),
    ...Object.entries(aliases).flatMap(([alias, key]) => duplicateItems([alias], key, byAlias[alias])),
    ...Object.entries(byKey).flatMap(([key, items]) => duplicateItems(['resources', key], key, items)),
  ];
}

function fillItems(seed: unknown): unknown {
  if (!isObject(seed)) return seed;
  const fill = (options: object, keyOf: (name: string) => string | undefined) =>
    Object.fromEntries(
      Object.entries(options).map(([name, items]) => {
        const resource = resources[keyOf(name) ?? ''];
        return [name, resource === undefined ? items : withRequired(resource, items)];
      }),
    );
  const { resources: byKey } = seed;
  const filled = isObject(byKey) && { resources: fill(byKey, (key) => key) };
  return { ...fill(seed, (name) => aliases[name]), ...filled };
}

/** Returns a problem for each client whose scopes are not scopes of the document. */
function unknownScopes(clients: readonly Client[]): Problem[] {
  return clients.flatMap(({ scopes }, index) => {
    const message = scopeProblem(scopes);
    return message === undefined ? [] : [{ path: ['clients', index, 'scopes'], message }];
  });
}

/** Returns a problem for each id that is not an operation id of the document. */
function unknownOperations(ids: readonly string[]): Problem[] {
  return ids.flatMap((id) => {
    const message = operationProblem(id);
    return message === undefined ? [] : [{ path: ['deprecations', id], message }];
  });
}

/** Returns a problem for each alias of a resource whose items the seed also contains under another name. */
function duplicateNames(byAlias: Readonly<Record<string, unknown>>, keys: readonly string[]): Problem[] {
  const nameOf = new Map(keys.map((key) => [key, `resources.${key}`]));
  return Object.entries(aliases).flatMap(([alias, key]) => {
    if (byAlias[alias] === undefined) return [];
    const other = nameOf.get(key);
    nameOf.set(key, alias);
    return other === undefined
      ? []
      : [{ path: [alias], message: `must not be set if ${other} is set: both name the same resource` }];
  });
}

/** Returns a problem for each item of a list that has the same id as an earlier item. */
function duplicateItems(path: readonly string[], key: string, items: unknown): Problem[] {
  const idField = resources[key]?.idField ?? 'id';
  const ids = Array.isArray(items) ? items.map((item) => String(item[idField])) : [];
  return duplicates(path, idField, ids);
}

/** Converts an ajv error to a problem, and replaces messages that do not show which values are valid. */
function seedProblemOf(error: SchemaError): Problem {
  const problem = problemOf(error);
  const { path } = problem;
  const { propertyName, params } = error;
  if (propertyName !== undefined && Array.isArray(params['allowedValues'])) {
    const map = path[0] === 'resources' ? `resources['${path[1]}']` : path[0];
    const remedy =
      didYouMean(propertyName, params['allowedValues']) || `; sandbox.${map}.set() accepts additional fields`;
    return { path: [...path, propertyName], message: `is not a known field${remedy}` };
  }
  if (error.keyword === 'anyOf' && path[0] === 'clients')
    return { path, message: 'must have clientSecret or publicKey' };
  if (error.keyword === 'anyOf' && path[0] === 'deprecations')
    return { path, message: 'must have deprecatedAt or sunsetAt' };
  if (error.keyword === 'pattern' && path.at(-1) === 'publicKey') {
    return { path, message: 'must be a JWK or a PEM string (-----BEGIN PUBLIC KEY-----)' };
  }
  if (error.keyword === 'const' && path[0] === 'rateLimit')
    return { path, message: 'must be { limit, perSecond } or false' };
  return problem;
}

/** Returns a problem for each id that is reserved or that occurred before: the item would replace another item. */
function duplicates(
  list: readonly string[],
  name: string,
  ids: readonly string[],
  reserved: readonly string[] = [],
): Problem[] {
  const seen = new Set(reserved);
  return ids.flatMap((id, index) => {
    if (seen.has(id)) return [{ path: [...list, index, name], message: `duplicate id "${id}"` }];
    seen.add(id);
    return [];
  });
}

/**
 * Reads the options of `startSandbox` from a YAML or JSON file.
 *
 * @throws Error If the file cannot be read or is not valid. The message has a line for each problem.
 */
export async function readSeedFile(file: string): Promise<Seed> {
  const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read: ${error.code}`);
  });
  const seed = await parseYaml(file, source, async (value) =>
    (await checkSeed(value)).map((problem) => ({ path: problem.path, text: formatProblem('seed', problem) })),
  );
  // The cast is safe, because checkSeed has accepted the value.
  return seed as Seed;
}
