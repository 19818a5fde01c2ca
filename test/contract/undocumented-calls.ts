import { type OpenApiDocument, operationFinder } from 'tools-document';

/** A path of the document, and the same path with sample parameters. */
interface SamplePath {
  readonly path: string;
  readonly sample: string;
}

/** A call with a method that the document does not have for the path. */
export interface UndocumentedCall extends SamplePath {
  readonly method: string;
}

const METHODS = ['PUT', 'POST', 'PATCH', 'DELETE'];

/**
 * Returns one undocumented call for each path. Omits a path for which each method is documented. A sample path can also
 * match another template: `/users/me` is a path of `/users/{id}`.
 */
export function undocumentedCalls(document: OpenApiDocument, paths: readonly SamplePath[]): UndocumentedCall[] {
  const find = operationFinder(document);
  const byPath = new Map(paths.map((one) => [one.path, one]));
  return [...byPath.values()].flatMap((one) => {
    const method = METHODS.find((name) => find(name, one.sample) === undefined);
    return method === undefined ? [] : [{ ...one, method }];
  });
}
