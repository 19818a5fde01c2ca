import { didYouMean, unknownOption } from '../../../../common/closest-name.js';
import { declaredScopes } from '../document.js';
import { type Client, defaultClient } from './oauth-client.js';

const FIELDS = ['clientId', 'clientSecret', 'publicKey', 'scopes', 'global', 'tokenLifetime'];

/** The clients of a sandbox by id. `set` checks the client. */
export interface ClientMap extends Map<string, Client> {
  /**
   * Adds or replaces a client. Its existing tokens stay valid.
   *
   * @throws TypeError If the client is not valid.
   */
  set(clientId: string, client: Client): this;
}

/** Creates the clients of a sandbox: the default client and additional clients. */
export function createClientMap(clients: readonly Client[]): { clients: ClientMap; reset: () => void } {
  const map: ClientMap = new Map();
  const initial = structuredClone([defaultClient, ...clients]);
  // The overriding `set` is not enumerable, so that tests can compare the clients with a map.
  Object.defineProperty(map, 'set', {
    value: (clientId: string, client: Client) => {
      checkClient(clientId, client);
      return Map.prototype.set.call(map, clientId, structuredClone(client));
    },
  });
  const reset = () => {
    map.clear();
    for (const client of initial) map.set(client.clientId, client);
  };
  reset();
  return { clients: map, reset };
}

/**
 * Checks a client.
 *
 * @throws TypeError If the client is not valid. The message names the field.
 */
function checkClient(id: string, client: Client): void {
  if (Object(client) !== client || Array.isArray(client)) throw new TypeError('the client must be an object');
  const unknown = Object.keys(client).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownOption(unknown, FIELDS));
  const { clientId, clientSecret, publicKey, scopes, global, tokenLifetime } = client;
  const scopesProblem = scopeProblem(scopes);
  const problems: readonly [boolean, string][] = [
    [
      typeof clientId !== 'string' || clientId === '' || clientId !== id,
      'clientId must be a non-empty string, the same as the key of the client in the map',
    ],
    [clientSecret === undefined && publicKey === undefined, 'the client must have clientSecret or publicKey'],
    [clientSecret !== undefined && !isText(clientSecret), 'clientSecret must be a non-empty string'],
    [
      publicKey !== undefined && !isPublicKey(publicKey),
      'publicKey must be a JWK or a PEM string (-----BEGIN PUBLIC KEY-----)',
    ],
    [scopesProblem !== undefined, `scopes ${scopesProblem}`],
    [global !== undefined && typeof global !== 'boolean', 'global must be true or false'],
    [
      tokenLifetime !== undefined && !(Number.isInteger(tokenLifetime) && tokenLifetime >= 1),
      'tokenLifetime must be a positive integer, in seconds',
    ],
  ];
  const [, message] = problems.find(([isProblem]) => isProblem) ?? [];
  if (message !== undefined) throw new TypeError(message);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isPublicKey = (key: NonNullable<Client['publicKey']>): boolean =>
  typeof key === 'string' ? key.includes('-----BEGIN PUBLIC KEY-----') : isText(Object(key).kty);

/**
 * Returns why the scopes of a client, or of a token for the API, are not valid; `undefined` if they are valid or not
 * set.
 */
export function scopeProblem(scopes: readonly string[] | undefined): string | undefined {
  if (scopes === undefined) return undefined;
  const problem = listProblem(scopes);
  if (problem !== undefined || declaredScopes.length === 0) return problem;
  const unknown = scopes.find((scope) => !declaredScopes.includes(scope));
  if (unknown === undefined) return undefined;
  return `must be scopes of the document: "${unknown}" is unknown${didYouMean(unknown, declaredScopes)}`;
}

/** Returns why a value is not a list of scopes that can be joined with spaces; `undefined` if it is such a list. */
export const listProblem = (scopes: unknown): string | undefined =>
  Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string' && /^\S+$/.test(scope))
    ? undefined
    : 'must be a list of scopes without spaces';
