import { readBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import {
  type DerivedOperation,
  deriveOperations,
  listOperations,
  type OperationEntry,
} from 'tools-document/operations';
import { findApi } from 'tools-document/read';
import { sampleCall } from 'tools-document/samples';
import { reportFile, writeReport } from '../../contract-report.ts';
import { fitsSequence } from '../documented-responses.ts';
import { pathProbes } from '../path-probes.ts';
import { methodProbes, sampleCalls, tokenProbes } from '../probes.ts';
import { deriveSequences } from '../sequences.ts';
import { type PlannedSituation, planSituations, type SituationKind } from '../situations.ts';
import type { ContractTarget, TargetSituation } from '../target.ts';
import type { ClientPackage } from '../tested-client.ts';
import { traceProbes } from '../trace-probes.ts';
import { startRestoredSandbox, type TestedSandbox, type TestedSandboxOptions } from './restored-sandbox.ts';
import { sandboxArrangement, withPath } from './sandbox-arrangements.ts';
import { createSandboxClients } from './sandbox-clients.ts';
import { firstItemPath, itemsOf, keepOneItem, sequencePath } from './sandbox-items.ts';
import { sandboxSituations } from './sandbox-situations.ts';

/** Starts a sandbox. The target arranges every situation that the sandbox simulates. */
export async function startSandboxTarget(
  document: OpenApiDocument,
  clientPackage: ClientPackage,
  startSandbox: (options: TestedSandboxOptions) => Promise<TestedSandbox>,
): Promise<ContractTarget> {
  const restored = await startRestoredSandbox(startSandbox);
  const { sandbox } = restored;
  const clients = await createSandboxClients(document, clientPackage, restored);
  const { unrecorded, calls } = clients;
  const behavior = await readBehavior((await findApi()).file, document);
  const all = simulatedOperations(document, sandbox);
  const probed = sampleCalls(document);
  const callable = probed.filter(({ entry }) => fitsSequence(document, entry));
  return {
    situations: (entry, responses) => {
      const sample = sampleCall(document, entry);
      const derived = all.find(({ id }) => id === entry.id);
      if (sample.skipped !== undefined || derived === undefined) {
        const { skipped = 'the operation is not in the document' } = sample;
        return responses.map((response) => ({ when: 'a valid call', status: response.documented, response, skipped }));
      }
      const call = withPath(sample, firstItemPath(sandbox, derived, sample.params.path));
      const operation = { document, entry, derived, all, behavior, call };
      return planSituations(sandboxSituations(operation), responses).map((planned): TargetSituation => {
        const arrange = sandboxArrangement(restored, clients, operation, planned);
        if (typeof arrange === 'string') return { ...planned, skipped: arrange };
        return {
          ...planned,
          arrange: () => {
            restored.startTest(changesItems(entry, derived, planned));
            // Remove the initial items: one of them could have the same id or unique field as the created item.
            if (derived.kind === 'create') itemsOf(sandbox, derived)?.clear();
            return arrange();
          },
        };
      });
    },
    sequences: deriveSequences(document, sequenceOperations(document, all)).map((sequence) => ({
      ...sequence,
      path: sequencePath(document, sandbox, sequence),
    })),
    probes: [
      ...tokenProbes(document, probed, async (token) => unrecorded[token]),
      ...methodProbes(document, probed, unrecorded.valid),
      ...traceProbes(sandbox.baseUrl, callable),
      ...pathProbes(document, callable, { unrecorded: unrecorded.valid, recorded: unrecorded.valid }),
    ],
    startSequence: async ({ steps: [first] }) => {
      restored.startTest(true);
      if (first?.kind === 'create') keepOneItem(document, behavior, sandbox, first.operation.derived);
      return clients.inSequence;
    },
    calls,
    stop: async () => {
      await sandbox.close();
      await writeReport(reportFile('sandbox'), document, calls);
    },
  };
}

/** Returns the operations as the sandbox simulates them: an operation without state returns a sample. */
function simulatedOperations(document: OpenApiDocument, { notSimulated }: TestedSandbox): DerivedOperation[] {
  return deriveOperations(document).map((operation) =>
    notSimulated.includes(`${operation.method} ${operation.path}`) ? { ...operation, kind: 'sample' } : operation,
  );
}

/** Returns the operations that a sequence can contain. The suite reports the other operations as skipped. */
function sequenceOperations(document: OpenApiDocument, all: readonly DerivedOperation[]): DerivedOperation[] {
  const fitting = listOperations(document).filter((entry) => fitsSequence(document, entry));
  return all.filter(({ id }) => fitting.some((entry) => entry.id === id));
}

/** The situations in which an operation can change the items of the sandbox. */
const PERFORMED: readonly SituationKind[] = ['bearerToken', 'clientCredentials', 'unknownId', 'conflict', 'rateLimit'];

/** Whether the test of a situation can change the items of the sandbox. */
const changesItems = (entry: OperationEntry, derived: DerivedOperation, { kind }: PlannedSituation): boolean =>
  kind === 'deletedId' || derived.kind === 'create' || (entry.method !== 'GET' && PERFORMED.includes(kind));
