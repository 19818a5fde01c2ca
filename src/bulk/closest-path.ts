import type { ApiError } from '../errors/errors.js';
import { isManagementError } from '../errors/management-error.js';
import { deletePaths } from '../generated/delete-paths.js';
import { didYouMean } from '../options/closest-name.js';

const PARAMETER = /^\{.*\}$/;

/**
 * Adds the closest path template to the message of a 404 to a DELETE that the document does not have, because callers
 * print the message. Plain JavaScript can pass such a path: it is misspelt, or contains an id.
 */
export function nameClosestPath(error: unknown): void {
  if (!isManagementError(error)) return;
  // The cast is safe: the code reads only properties that an error of this package can lack.
  const failure = error as ApiError;
  const { status, method, path, message } = failure;
  if (status !== 404 || method !== 'DELETE' || deletePaths.includes(path)) return;
  const closest = didYouMean((template) => withParameters(path, template), deletePaths);
  failure.message = `${message}; the OpenAPI document has no DELETE with this path${closest}`;
  // In V8, the stack contains the message, and the console prints only the stack.
  failure.stack = String(failure.stack).replace(message, () => failure.message);
}

/** Returns a path with the parameters of a template instead of the segments in the same places, such as ids. */
function withParameters(path: string, template: string): string {
  const parts = template.split('/');
  return path
    .split('/')
    .map((segment, index) => (PARAMETER.test(parts[index] ?? '') ? parts[index] : segment))
    .join('/');
}
