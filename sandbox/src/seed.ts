import { validateSeed } from 'seed-validator';
import { type Client, defaultClient } from './client.js';
import type { Profile } from './document.js';
import { formatProblem, type Problem, problemOf, type SchemaError } from './problem.js';
import type { RateLimitOptions } from './rate-limit.js';
import type { Enrollment } from './state.js';

/** The options of `startSandbox` that a seed file can contain. */
export interface Seed {
  /**
   * Additional clients. Their ids must differ from the id of the default client, `sandbox-client`.
   * @default only the default client
   */
  readonly clients?: readonly Client[];
  /**
   * The initial token exchange profiles, each with an `id`.
   * @default the example of the document
   */
  readonly profiles?: readonly Profile[];
  /**
   * The initial MFA enrollments, each with an `id`.
   * @default the example of the document
   */
  readonly enrollments?: readonly Enrollment[];
  /**
   * Rate limit of the API. `false` disables the rate limits of the API and of the token endpoint.
   * @default { limit: 5, perSecond: 2 }
   */
  readonly rateLimit?: RateLimitOptions | false;
  /**
   * Whether the scopes of the naming rule, such as `delete:guardian_enrollments`, are required for operations whose
   * scopes the document does not show.
   * @default true
   */
  readonly assumeScopes?: boolean;
}

/** Returns the problems of a seed, or an empty list if the seed is valid. */
export function checkSeed(seed: unknown): Problem[] {
  if (!validateSeed(seed)) {
    // For `anyOf`, report the list of alternatives instead of the errors of each branch. Report it after the other
    // errors: an unknown, misspelt field can be the reason why no alternative matches.
    const errors = (validateSeed.errors ?? []).filter(
      ({ keyword, schemaPath }) => keyword !== 'if' && !schemaPath.includes('/anyOf/'),
    );
    const isChoice = ({ keyword }: SchemaError) => keyword === 'anyOf';
    const problems = [...errors.filter((error) => !isChoice(error)), ...errors.filter(isChoice)].map(seedProblemOf);
    // Two schemas apply to a profile and can find the same problem.
    return [...new Map(problems.map((problem) => [formatProblem('seed', problem), problem])).values()];
  }
  // The cast is safe, because validateSeed has accepted the value.
  const { clients = [], profiles = [], enrollments = [] } = seed as Seed;
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const clientIds = clients.map(({ clientId }) => clientId);
  return [
    ...duplicates('clients', 'clientId', clientIds, [defaultClient.clientId]),
    ...duplicates('profiles', 'id', idsOf(profiles)),
    ...duplicates('enrollments', 'id', idsOf(enrollments)),
  ];
}

/** Converts an ajv error to a problem whose message names the alternatives of the seed schema. */
function seedProblemOf(error: SchemaError): Problem {
  const problem = problemOf(error);
  const { path } = problem;
  if (error.keyword === 'anyOf') return { path, message: 'must have clientSecret or publicKey' };
  if (error.keyword === 'pattern' && path.at(-1) === 'publicKey') {
    return { path, message: 'must be a JWK or a PEM string (-----BEGIN PUBLIC KEY-----)' };
  }
  if (error.keyword === 'const') return { path, message: 'must be { limit, perSecond } or false' };
  return problem;
}

/** Returns a problem for each id that occurs twice or is reserved: the second item would replace the first. */
function duplicates(list: string, name: string, ids: readonly string[], reserved: readonly string[] = []): Problem[] {
  const seen = new Set(reserved);
  return ids.flatMap((id, index) => {
    if (seen.has(id)) return [{ path: [list, index, name], message: `duplicate id "${id}"` }];
    seen.add(id);
    return [];
  });
}
