import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { operationHash } from '../../src/operation-hash.ts';

/** Returns a modulus with which the hashes of all operations of a document differ. */
export function operationModulus(document: OpenApiDocument): number {
  const operations = listOperations(document);
  const hashesOf = (modulus: number) =>
    new Set(operations.map(({ method, path }) => operationHash(method, path, modulus)));
  let modulus = 1e9;
  while (hashesOf(modulus).size < operations.length) modulus += 1;
  return modulus;
}
