import type { OpenApiDocument, PlacedOperation } from '../../scripts/document.ts';
import type { Tenant } from '../../scripts/tenant.ts';
import type { ManagementClient } from '../../src/index.js';
import type { DocumentedResponse } from './cases.ts';

/** What the contract suite runs against. */
export interface Target {
  /** The situations of an operation that have an answer, also those that this target cannot be brought into. */
  situations(placed: PlacedOperation, responses: readonly DocumentedResponse[]): Situation[];
  /** Ends what it started, and writes down what went over the wire. */
  stop(): Promise<void>;
}

/** A situation in which an operation gives one answer. */
export interface Situation {
  /** What a reader sees of it, such as `a profile that was deleted`. */
  readonly when: string;
  /** `404`, or `2XX` where the exact one is not known. */
  readonly status: string;
  readonly response: DocumentedResponse;
  /** Why this target cannot be brought into it. */
  readonly skipped?: string;
  /** Brings the target into it, and gives the call to make; absent where it is skipped. */
  readonly arrange?: () => Promise<ArrangedCall>;
  /** The very body that is answered, where it is known. */
  readonly body?: unknown;
}

/** A call that is ready to be made. */
export interface ArrangedCall {
  readonly management: ManagementClient;
  readonly init: object;
}

/** Names of the targets. */
export type TargetName = 'prism' | 'sandbox' | 'live';

declare module 'vitest' {
  interface ProvidedContext {
    target: TargetName;
    /** URL of the mock; only where Prism is the target. */
    mockUrl: string;
    /** Only where a live tenant is the target: what was said of it before the run. */
    tenant: Tenant;
  }
}

/** Starts a target; the modules of the others are not even loaded. */
export async function startTarget(name: TargetName, document: OpenApiDocument, mockUrl: string): Promise<Target> {
  if (name === 'sandbox') return (await import('./sandbox-target.ts')).startSandboxTarget(document);
  if (name === 'live') return (await import('./live-target.ts')).startLiveTarget();
  return (await import('./prism-target.ts')).prismTarget(document, mockUrl);
}
