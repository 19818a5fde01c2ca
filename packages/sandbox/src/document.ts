// The document and the behavior file, as `derive/package.ts` bundles them.

import { behavior as validated } from 'sandbox-behavior';
import { document } from 'sandbox-document';
import type { BundledBehavior } from 'tools-document/behavior';
import type { OperationId } from '#generated/resources.js';
import { didYouMean } from '../../../common/closest-name.js';
import type { BundledOperation } from './bundled-document.js';

export type { OperationId };

/** An operation of the document. */
export interface ServedOperation extends BundledOperation {
  readonly id: OperationId;
}

/** The parts of `openapi/management.behavior.yaml` that the build bundles after it has validated the file. */
export const behavior: BundledBehavior = validated;

/** All scopes that the document declares. If the list is empty, a client and a token can have any scopes. */
export const declaredScopes: readonly string[] = document.scopes;

/** Names of the rate-limit header fields: limit, remaining, reset. */
export const rateLimitHeaders: readonly string[] = document.rateLimitHeaders;

/** All operations of the document, in the order of the document. */
// The cast is safe, because the operations and the type of their ids come from the same document.
export const servedOperations = document.operations as readonly ServedOperation[];

/** Returns the rule for an operation id that is unknown, with the valid ids; `undefined` if the id is valid. */
export function operationProblem(id: unknown, others: readonly string[] = []): string | undefined {
  const valid = [...servedOperations.map((operation) => operation.id), ...others];
  if (valid.some((known) => known === id)) return undefined;
  const hint = typeof id === 'string' ? didYouMean(id, valid) : '';
  return `must be an operation id${hint || '.'} Valid ids: ${valid.join(', ')}`;
}

/**
 * Checks the operation that a fault or a filter selects, if any.
 *
 * @throws TypeError If it is neither an operation id nor `token`, the token endpoint.
 */
export function checkOperation(id: unknown): void {
  const problem = id === undefined ? undefined : operationProblem(id, ['token']);
  if (problem !== undefined) throw new TypeError(`operation ${problem}`);
}

/** The operations that have no state and return the sample of the document, such as `POST /jobs`. */
export const notSimulated: readonly string[] = document.operations
  .filter(({ kind }) => kind === 'sample')
  .map(({ method, path }) => `${method} ${path}`);

export const { errorBodies, resources, aliases, basePath, tokenPath, audience } = document;
