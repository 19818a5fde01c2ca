import type { Operation } from 'tools-document';

/** The keys of the failures that an operation documents: statuses, ranges and `default`. */
export function documentedFailures({ responses = {} }: Operation): string[] {
  const keys = Object.keys(responses);
  const hasSuccess = keys.some((key) => key.startsWith('2'));
  return keys.filter((key) => !key.startsWith('2') && (key !== 'default' || hasSuccess));
}

/** The keys and the responses of the successes that an operation documents. */
export function successesOf(operation: Operation) {
  const failures = documentedFailures(operation);
  return Object.entries(operation.responses ?? {}).filter(([key]) => !failures.includes(key));
}
