import type { ManagementClient, Result } from './calls.js';
import { METHODS, type Method } from './http-method.js';

/** The methods of a client without the types of the document. */
export type UntypedMethods = Readonly<
  Record<Method, (path: string, ...init: readonly unknown[]) => Promise<Result<unknown>>>
>;

/** Creates a client from the function that calls its operations. */
export const clientOf = (
  request: (method: Method, path: string, ...init: readonly unknown[]) => Promise<Result<unknown>>,
): ManagementClient =>
  // Cast the object, because Object.fromEntries cannot express the types that ManagementClient has for each operation.
  ({
    request,
    ...Object.fromEntries(METHODS.map((method) => [method, request.bind(undefined, method)])),
  }) as ManagementClient;
