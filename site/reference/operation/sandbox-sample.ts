import { type OperationEntry, parameterNames, templateOf } from 'tools-document/operations';
import { callArguments } from 'tools-document/samples';
import { itemKey } from '../../../packages/sandbox/src/engine/items.ts';
import type { Reference } from '../reference.ts';
import { callStatements, importCode, sampleServer } from './call-samples.ts';
import { literal } from './literal.ts';

/** Methods for which the client retries after a 503. */
const RETRIED: readonly string[] = ['GET', 'PUT', 'DELETE', 'OPTIONS'];

type SandboxFacts = Pick<Reference, 'document' | 'derived' | 'idFields'>;

/**
 * Returns a test with `node:test` that calls an operation of a sandbox. If the client retries the method, the sandbox
 * rejects the first attempt.
 *
 * @returns `undefined` if the operation has no valid sample, or if the client or the sandbox does not support it.
 */
export function sandboxSample(facts: SandboxFacts, entry: OperationEntry): string | undefined {
  const { id, method, path } = entry;
  const { document, derived, idFields } = facts;
  const call = callStatements(document, entry);
  if (call === undefined || method === 'HEAD') return undefined;
  const hasFlow = sampleServer(document).tokenUrl !== undefined;
  const values = callArguments(document, entry, true)?.params.path ?? {};
  const { kind, resource = '' } = derived.find((one) => one.id === id) ?? {};
  const items = itemsIn(path, values, facts);
  // Without other items, the sandbox has no item with the id of the new item.
  if (kind === 'create') items.push([resource, idFields.get(resource) === undefined ? {} : []]);
  const options = items.length === 0 ? '' : literal({ resources: Object.fromEntries(items) }, '', 42);
  const isRetried = RETRIED.includes(method);
  const deleted = parameterNames(path).map((name) => String(values[name]));
  const lines = [
    `const sandbox = await startSandbox(${options});`,
    't.after(() => sandbox.close());',
    ...(isRetried ? [`sandbox.fail(${literal({ operation: id, with: 503 }, '', 17)});`] : []),
    'const management = createManagementClient({',
    '  baseUrl: sandbox.baseUrl,',
    `  auth: ${hasFlow ? 'clientCredentials(sandbox.credentials)' : 'await sandbox.issueToken()'},`,
    '});',
    ...call.before,
    `const { error } = ${call.expression};`,
    'assert.equal(error, undefined);',
    ...(kind === 'delete'
      ? [`assert.equal(sandbox.resources[${literal(resource)}].has(${literal(keyOf(deleted))}), false);`]
      : []),
  ];
  return [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    importCode(hasFlow),
    "import { startSandbox } from 'tenant-management-sandbox';",
    '',
    `test(${literal(`${method} ${path}${isRetried ? ' after a 503' : ''}`)}, async (t) => {`,
    ...lines.map((line) => line.replaceAll(/^(?=.)/gm, '  ')),
    '});',
  ].join('\n');
}

const keyOf = (ids: readonly string[]): string => itemKey(ids.slice(0, -1), ids.at(-1) ?? '');

/** Lists the items in a path by the key of their resource, such as a user and a role in `/users/{id}/roles/{role_id}`. */
function itemsIn(
  path: string,
  values: Readonly<Record<string, unknown>>,
  { derived, idFields }: SandboxFacts,
): [key: string, items: object][] {
  const paths = [...path.matchAll(/\}/g)].map(({ index }) => path.slice(0, index + 1));
  return paths.flatMap((part): [string, object][] => {
    const { resource } = derived.find((one) => one.idParameter && templateOf(one.path) === templateOf(part)) ?? {};
    if (resource === undefined) return [];
    const ids = parameterNames(part).map((name) => values[name]);
    const idField = idFields.get(resource);
    const item = idField === undefined ? {} : { [idField]: ids.at(-1) };
    return [[resource, idField !== undefined && ids.length === 1 ? [item] : { [keyOf(ids.map(String))]: item }]];
  });
}
