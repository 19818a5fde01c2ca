// The items of the sandbox that the calls of the tests need.
import type { Behavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { type DerivedOperation, parameterNames } from 'tools-document/operations';
import { sampleCall } from 'tools-document/samples';
import { validatorsOf } from 'tools-document/validation';
import type { Sequence } from '../sequences.ts';
import { unknownId } from '../unknown-id.ts';
import type { TestedSandbox } from './restored-sandbox.ts';

/** Returns the items of the resource of an operation; `undefined` if the sandbox has no such resource. */
export const itemsOf = (
  { resources }: TestedSandbox,
  { resource }: DerivedOperation,
): Map<string, unknown> | undefined =>
  // The key of the resource at the path `/` is empty.
  resource === undefined ? undefined : resources[resource];

/**
 * Returns the path parameters of the first item of a resource.
 *
 * @param path The path parameters of the sample call, which are returned if the resource has no item.
 */
export function firstItemPath(
  sandbox: TestedSandbox,
  derived: DerivedOperation,
  path: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const [key] = itemsOf(sandbox, derived)?.keys() ?? [];
  if (key === undefined) return path;
  const parts = key.split('/');
  const { length } = derived.outerNames;
  const values = [...parts.slice(0, length).map(decodeURIComponent), parts.slice(length).join('/')];
  return { ...path, ...Object.fromEntries(parameterNames(derived.path).map((name, index) => [name, values[index]])) };
}

/** Returns the values of the path parameters for a sequence, in the order of the path. */
export function sequencePath(
  document: OpenApiDocument,
  sandbox: TestedSandbox,
  { steps: [first, ...others] }: Sequence,
): unknown[] {
  const { operation } = others.find((step) => step.operation.derived.idParameter !== undefined) ?? first ?? {};
  if (operation === undefined) return [];
  const path = firstItemPath(sandbox, operation.derived, sampleCall(document, operation.entry).params?.path ?? {});
  return parameterNames(operation.derived.path).map((name) => path[name]);
}

/**
 * Keeps only the first item of a resource, under another id, so that a created item does not have the same id. A list
 * of the first and the created item then has two pages. If the operation requires unique fields, the first item is
 * removed too, because a created item could have the same values.
 */
export function keepOneItem(
  document: OpenApiDocument,
  { operations }: Pick<Behavior, 'operations'>,
  sandbox: TestedSandbox,
  creation: DerivedOperation,
): void {
  const { id, idField = '' } = creation;
  const items = itemsOf(sandbox, creation);
  const [[key, item] = []] = items ?? [];
  items?.clear();
  if (key === undefined || operations[id]?.unique !== undefined) return;
  const { [idField]: itemId, ...fields } = item as Record<string, unknown>;
  if (typeof itemId !== 'string') return;
  const accepts = validatorsOf(document, 'response').compile(creation.success.media?.schema ?? {});
  const otherId = unknownId(itemId, (one) => accepts({ ...fields, [idField]: one }));
  if (otherId !== undefined) items?.set(key.slice(0, -itemId.length) + otherId, { ...fields, [idField]: otherId });
}
