import type { OperationEntry } from 'tools-document/operations';
import type { LiveTenant } from '../live/tenant.ts';
import type { RecordedCall } from '../recorder.ts';
import type { CallRule, ContractTest, Observe } from './call-rules.ts';
import type { DocumentedResponse } from './documented-responses.ts';
import type { Sequence } from './sequences.ts';
import type { TestedClient } from './tested-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The live tenant; only for `npm run test:contract -- --target live`. */
    tenant: LiveTenant;
    /** The ids of the operations to test; absent for all operations. */
    operations?: readonly string[];
  }
}

/** A target of the contract suite: the mock, the sandbox or a live tenant. */
export interface ContractTarget {
  /** The situations of an operation, including those that this target cannot arrange. */
  situations(operation: OperationEntry, responses: readonly DocumentedResponse[]): TargetSituation[];
  /** The sequences of calls that the target allows; absent if the target keeps no state. */
  readonly sequences?: readonly Sequence[];
  /** Prepares the target for a sequence and resolves with the client that makes the calls. */
  startSequence?(sequence: Sequence): Promise<TestedClient>;
  /** Returns why a rule of the target excludes an operation from the run; `undefined` if it does not. */
  excludes?(operation: OperationEntry): string | undefined;
  /** More tests of the target: calls that no documented response describes. */
  readonly probes?: readonly ContractTest[];
  /** The recorded calls, including those that the client retried; absent if the target compares its responses itself. */
  readonly calls?: readonly RecordedCall[];
  /** Reports an open status as a row. Absent if the target must have the statuses of its behavior file. */
  readonly observe?: Observe | undefined;
  /** Stops the servers of the target and writes the report. */
  stop(): Promise<void>;
}

/** A situation, and the response that an operation must return in this situation. */
export interface Expectation {
  /** Name of the situation in the titles of tests, such as `an expired token`. */
  readonly when: string;
  /** The expected status, such as `404`, or `2XX` if the exact status is not known. */
  readonly status: string;
  /** Another documented status that the target may send instead. */
  readonly otherStatus?: string;
  readonly response: DocumentedResponse;
}

/** A situation that a target arranges or skips. */
export interface TargetSituation extends Expectation, Partial<Pick<CallRule, 'open' | 'source'>> {
  /** The reason why the target skips the situation; absent if the situation is tested. */
  readonly skipped?: string;
  /** Prepares the situation, and returns what the test needs to make the call. Absent if the situation is skipped. */
  readonly arrange?: () => Promise<ArrangedCall>;
  /** The exact body of the response, if it is known. */
  readonly body?: unknown;
  /** Whether the request itself violates the document. */
  readonly isRequestInvalid?: boolean;
}

/** A client, and the options of the call that the test makes with the client. */
export interface ArrangedCall {
  readonly client: TestedClient;
  readonly init: object;
}
