// Calls that must not delete the item of a DELETE, and late reads of an item that a DELETE has deleted.
import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument } from 'tools-document/model';
import { operationFinder } from 'tools-document/operations';
import type { LiveTenant } from '../live/tenant.ts';
import type { RecordedCall } from '../recorder.ts';
import { pathWith } from '../request-parts.ts';
import { type ContractTest, FollowUp, goneRule, type JudgedCall, judgeCall, type Observe } from './call-rules.ts';
import { callOperation } from './operation-call.ts';
import type { ProbedCall } from './probes.ts';
import { pathParameters, type Sequence } from './sequences.ts';
import type { TestedClient } from './tested-client.ts';

/** Header fields with which frameworks replace the method of a request. */
const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];

/**
 * Returns calls that must not delete the item of a DELETE. A faulty server deletes the item, so the run must be
 * allowed to delete the item. Only a disposable server gets a part of the id, because it can be the id of another item.
 */
export function deletionProbes(
  document: OpenApiDocument,
  { entry, init }: ProbedCall,
  client: TestedClient,
  { isDisposable }: Pick<LiveTenant, 'isDisposable'>,
): JudgedCall[] {
  const { path } = entry;
  const isDocumented = operationFinder(document)('GET', pathWith(path, init.params.path)) !== undefined;
  const read = { method: 'GET', path, operation: {} };
  const overrides = OVERRIDES.map(
    (field): JudgedCall => ({
      call: `GET ${path}`,
      when: `${field}: DELETE`,
      passes: isDocumented ? ['2XX', '4XX'] : ['4XX', '501'],
      send: () => callOperation(client, read, { ...init, headers: { [field]: 'DELETE' } }),
    }),
  );
  const [name = '', id] = Object.entries(init.params.path).at(-1) ?? [];
  const part = String(id).slice(0, -1);
  if (!isDisposable || !path.endsWith(`{${name}}`) || part === '') return overrides;
  const params = { ...init.params, path: { ...init.params.path, [name]: part } };
  const send = () => callOperation(client, entry, { ...init, params });
  return [...overrides, { call: `DELETE ${path}`, when: 'the id without its last character', passes: ['4XX'], send }];
}

/**
 * Returns a test for each item that the run deletes and that an operation reads: a server of the tenant that learns of
 * the deletion too late can show the item again.
 *
 * @param calls The recorded calls.
 */
export const lateReads = (
  sequences: readonly Sequence[],
  client: TestedClient,
  calls: readonly RecordedCall[],
  observe: Observe | undefined,
): ContractTest[] =>
  sequences.flatMap(({ title, path: values = [], steps: [step] }) => {
    if (step?.kind !== 'readDeleted') return [];
    const { entry } = step.operation;
    const path = pathParameters(step.operation, values);
    const rule = goneRule(entry, 'the id of an item that DELETE has deleted, at the end of the run');
    const send = () => callOperation(client, entry, { params: { path } });
    const isGone = ({ operation, status, parameters }: RecordedCall) =>
      operation?.id === entry.id && status === 404 && isDeepStrictEqual({ ...parameters }, path);
    const run = async () => {
      if (!calls.some(isGone)) throw new FollowUp('follows from: no read of the item has returned 404 before');
      await judgeCall({ ...rule, send }, observe);
    };
    return [{ group: 'at the end of the run,', operation: entry.id, title, run }];
  });
