// A call either breaks a rule that has a source, or has a result that no source requires or forbids.

import { pointerTo } from 'tools-document/model';
import type { OperationEntry } from 'tools-document/operations';
import { joined } from '../../../../common/formatting.ts';
import type { ClientResult } from './tested-client.ts';

export interface ContractTest {
  /** The operation id, or the kind of the test. */
  readonly group: string;
  /** The id of the operation, if the group is not this id. */
  readonly operation?: string;
  /** The title within the group. If the test is skipped, the title contains the reason. */
  readonly title: string;
  /** Rejects if the target violates the document; absent if the test is skipped. */
  readonly run?: () => Promise<void>;
}

/** Statuses that only show that the server answered: all that the fetch API returns except the failures of a server. */
export const NO_SERVER_ERROR = ['2XX', '3XX', '4XX', '501'];

/** The part of a title for {@link NO_SERVER_ERROR}. */
export const NO_SERVER_ERROR_TITLE = 'no 5XX status except 501';

/** Returns the part of a title that names the open statuses of a rule. */
export const rowsTitle = (open: readonly string[], observe: Observe | undefined): string =>
  observe === undefined || open.length === 0 ? '' : `, or as a row of the report ${joined(open, 'or')},`;

/** The statuses of a call that a source allows. A source is the document or an RFC. */
export interface CallRule {
  /** Method and path template, such as `DELETE /books/{id}`. It contains no id. */
  readonly call: string;
  /** The situation of the call, such as `an unknown id`. */
  readonly when: string;
  /** Statuses that pass, such as `404` or `4XX`. */
  readonly passes: readonly string[];
  /** Statuses that become a row of the report. By default, all except the failures of a server. */
  readonly open?: readonly string[];
  /** The statement of the source about all other statuses, with its place. */
  readonly source?: string;
}

/** Adds a status that no source requires or forbids to the report, as an open row: for example, the status of HEAD. */
export type Observe = (observed: Pick<CallRule, 'call' | 'when'> & { readonly status: number }) => void;

/** A call with its rule. */
export interface JudgedCall extends CallRule {
  send(): Promise<ClientResult>;
  /** Returns what is wrong with a response whose status is allowed, such as `another item came`. */
  faultOf?(result: ClientResult): string | undefined;
  /** The statement of the source about such a response, with its place. */
  readonly faultSource?: string;
}

/**
 * The source of a rule that the document shows: the response of an operation.
 *
 * @param response The key of the response. By default, the first success.
 */
export function documentShows({ method, path, operation }: OperationEntry, response?: string): string {
  const key = response ?? Object.keys(operation.responses ?? {}).find((one) => one.startsWith('2')) ?? 'default';
  return `the document (${pointerTo(['paths', path, method.toLowerCase(), 'responses', key])}) shows ${key}`;
}

/** The rule for a read of a deleted item. The document can show a range or `default` instead of 404. */
export const goneRule = (entry: OperationEntry, when: string): CallRule => ({
  call: `${entry.method} ${entry.path}`,
  when,
  passes: ['404'],
  ...(entry.operation.responses?.['404'] !== undefined && { open: [], source: documentShows(entry, '404') }),
});

const FAILED_SERVER = 'RFC 9110 (section 15.6) defines 5XX as a failure of the server';

/** The failure of a test. The message names what was called, what the source says, and what came instead. */
export class ContractFailure extends Error {
  readonly call: string;
  /** The statement of the source and the response: equal for all situations that show one fault of the call. */
  readonly fault: string;
  /** More about what came. Compared violations of the document say it better. */
  readonly detail: string;

  constructor(
    { call, when, source = FAILED_SERVER }: Pick<CallRule, 'call' | 'when' | 'source'>,
    came: string,
    detail = '',
  ) {
    super(`${call} with ${when}: ${source}; ${came}${detail}`);
    this.call = call;
    this.fault = `${source}; ${came}`;
    this.detail = detail;
  }
}

/** Skips the remaining part of a test, because its result follows from an earlier call. The message is the reason. */
export class FollowUp extends Error {
  override readonly name = 'FollowUp';
}

/** Whether an error already says what it means for a test. */
export const isVerdict = (error: unknown): boolean => error instanceof ContractFailure || error instanceof FollowUp;

/** Returns whether statuses such as `404` or `4XX` contain a status. */
export const includesStatus = (statuses: readonly string[], status: number): boolean =>
  statuses.includes(String(status)) || statuses.includes(`${String(status)[0]}XX`);

/**
 * Throws if a status breaks a rule. An open status becomes a row of the report.
 *
 * @param observe Absent if the target must have the statuses of its behavior file, so that no status is open.
 */
export function judgeStatus(rule: CallRule, status: number, observe: Observe | undefined): void {
  const { call, when, passes, open = NO_SERVER_ERROR } = rule;
  if (includesStatus(passes, status)) return;
  const isOpen = includesStatus(open, status);
  if (isOpen && observe !== undefined) {
    observe({ call, status, when });
    return;
  }
  const source = isOpen
    ? `the expected behavior, which is not documented, is ${[...new Set(passes)].join(' or ')}`
    : rule.source;
  throw new ContractFailure({ call, when, ...(source !== undefined && { source }) }, `${status} came`);
}

/** Returns a test that makes calls one after another, and fails with one error for all calls that break their rules. */
export function probeTest(group: string, title: string, calls: readonly JudgedCall[], observe?: Observe): ContractTest {
  const run = async () => {
    const failures: string[] = [];
    for (const call of calls) {
      await judgeCall(call, observe).catch((error: Error) => {
        if (error instanceof FollowUp) throw failures.length === 0 ? error : new Error(failures.join('\n'));
        failures.push(error.message);
      });
    }
    if (failures.length > 0) throw new Error(failures.join('\n'));
  };
  return { group, title, run };
}

/** Makes a call. Throws if the call breaks its rule. */
export async function judgeCall(call: JudgedCall, observe: Observe | undefined): Promise<ClientResult> {
  const result = await call.send().catch((error: Error) => {
    if (isVerdict(error)) throw error;
    const source = call.source ?? 'a call must get a response';
    throw new ContractFailure({ ...call, source }, `the call failed: ${error.message}`);
  });
  judgeStatus(call, result.response.status, observe);
  const fault = call.faultOf?.(result);
  const { faultSource: source = '' } = call;
  if (fault !== undefined) throw new ContractFailure({ ...call, source }, fault);
  return result;
}
