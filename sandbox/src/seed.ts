import { type SchemaError, validateSeed } from 'seed-validator';
import { type Client, readyClient } from './client.js';
import type { Profile } from './document.js';
import type { RateLimit } from './rate-limit.js';
import type { Enrollment } from './state.js';

/** What a tenant begins with: the part of the options that a file can say. */
export interface Seed {
  /** Applications beside the ready one, whose id none of them may have. */
  readonly clients?: readonly Client[];
  /**
   * Token exchange profiles, each with an `id`.
   * @default the one of the document's example
   */
  readonly profiles?: readonly Profile[];
  /**
   * MFA enrollments, each with an `id`.
   * @default the one of the document's example
   */
  readonly enrollments?: readonly Enrollment[];
  /**
   * Rate limit of the API; `false` for none, and then for none at the token endpoint either.
   * @default { limit: 5, perSecond: 2 }
   */
  readonly rateLimit?: RateLimit | false;
  /**
   * Whether an operation whose scopes the document does not show needs those of the naming rule, such as
   * `delete:guardian_enrollments`.
   * @default true
   */
  readonly assumeScopes?: boolean;
}

/** What is wrong with a seed, and where. */
export interface SeedProblem {
  /** From the root, such as `['profiles', 0, 'name']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Finds what is wrong with a seed. */
export function checkSeed(seed: unknown): SeedProblem[] {
  if (!validateSeed(seed)) {
    // Of a choice, the choice itself is said, not what each part of it lacks; and that last, since a misspelt field may
    // be its reason.
    const errors = (validateSeed.errors ?? []).filter(
      ({ keyword, schemaPath }) => keyword !== 'if' && !schemaPath.includes('/anyOf/'),
    );
    const isChoice = ({ keyword }: SchemaError) => keyword === 'anyOf';
    const problems = [...errors.filter((error) => !isChoice(error)), ...errors.filter(isChoice)].map(asProblem);
    // Two schemas hold for a profile, and may find the same.
    return [...new Map(problems.map((problem) => [inWords(problem), problem])).values()];
  }
  // It has just been checked.
  const { clients = [], profiles = [], enrollments = [] } = seed as Seed;
  return [
    ...repeated(
      'clients',
      'clientId',
      clients.map(({ clientId }) => clientId),
      [readyClient.clientId],
    ),
    ...repeated(
      'profiles',
      'id',
      profiles.map(({ id }) => id),
    ),
    ...repeated(
      'enrollments',
      'id',
      enrollments.map(({ id }) => id),
    ),
  ];
}

/** A problem as one sentence: `profiles[0].name: must NOT have fewer than 3 characters`. */
export function inWords({ path, message }: SeedProblem): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `${place.slice(1) || 'the whole'}: ${message}`;
}

function asProblem({ instancePath, keyword, params, message = 'is wrong' }: SchemaError): SeedProblem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (keyword === 'additionalProperties') {
    return { path: [...path, params.additionalProperty], message: 'is not known here' };
  }
  if (keyword === 'required') return { path: [...path, params.missingProperty], message: 'is missing' };
  if (keyword === 'anyOf') return { path, message: 'must have clientSecret or publicKey' };
  if (keyword === 'pattern' && path.at(-1) === 'publicKey') {
    return { path, message: 'must be a JWK or a PEM text (-----BEGIN PUBLIC KEY-----)' };
  }
  if (keyword === 'const') return { path, message: `must be { limit, perSecond } or ${params.allowedValue}` };
  if (keyword === 'enum') return { path, message: `must be ${params.allowedValues.join(' or ')}` };
  return { path, message };
}

/** Ids that stand twice: the second would take the place of the first. */
function repeated(list: string, name: string, ids: readonly string[], taken: readonly string[] = []): SeedProblem[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index || taken.includes(id)
      ? [{ path: [list, index, name], message: `"${id}" is there already` }]
      : [],
  );
}
