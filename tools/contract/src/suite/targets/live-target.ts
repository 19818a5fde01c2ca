import type { OpenApiDocument } from 'tools-document/model';
import { asCode, type Difference } from '../../../../../common/difference.ts';
import { reportFile, writeReport } from '../../contract-report.ts';
import { planLiveCalls } from '../../live/call-plan.ts';
import type { LiveTenant } from '../../live/tenant.ts';
import { type ContractTest, FollowUp, type Observe } from '../call-rules.ts';
import { lateReads } from '../deletion-probes.ts';
import { pathProbes } from '../path-probes.ts';
import { idProbes, methodProbes, tokenProbes } from '../probes.ts';
import { sequencesAfterDelete } from '../sequences.ts';
import { planSituations } from '../situations.ts';
import type { ContractTarget, TargetSituation } from '../target.ts';
import type { ClientPackage } from '../tested-client.ts';
import { traceProbes } from '../trace-probes.ts';
import { isDeletion, liveArrangement, type TenantRun } from './live-arrangements.ts';
import { createLiveClients } from './live-clients.ts';
import { liveSituations } from './live-situations.ts';

/**
 * Creates the target for a live tenant. Some operations need ids, change items or delete items:
 * the tests call such an operation only if its ids were passed on the command line. If the path of a DELETE does not
 * end in a parameter, the ids belong to outer items, and the DELETE removes all items of the collection.
 *
 * @param reports Folder of the report. By default, the project's `reports`.
 */
export function liveTarget(
  document: OpenApiDocument,
  clientPackage: ClientPackage,
  tenant: LiveTenant,
  reports?: string,
): ContractTarget {
  const clients = createLiveClients(document, clientPackage, tenant);
  const { calls, withCredentials } = clients;
  const observed: Difference[] = [];
  const addRow: Observe = ({ call, status, when }) => {
    const detail = `not documented; observed: ${status}`;
    observed.push({ operation: asCode(call), response: String(status), kind: when, detail, isOpen: true });
  };
  const observe = tenant.expectsBehavior ? undefined : addRow;
  const planned = planLiveCalls(document, tenant.ids);
  const run = { document, tenant, clients, planned, observe };
  const sequences = sequencesAfterDelete(document, planned, observe);
  return {
    situations: (entry, responses) => {
      const call = planned.find((one) => one.entry.id === entry.id);
      return planSituations(liveSituations(document, entry), responses).map((situation): TargetSituation => {
        const arrange = call === undefined ? 'the operation is not planned' : liveArrangement(run, call, situation);
        return typeof arrange === 'string' ? { ...situation, skipped: arrange } : { ...situation, arrange };
      });
    },
    excludes: ({ id }) => planned.find(({ entry, isExcluded }) => isExcluded === true && entry.id === id)?.skipped,
    sequences,
    startSequence: async ({ steps: [first], after = '' }) => {
      if (first?.kind === 'readDeleted' && !calls.some((call) => isDeletion(call, after)))
        throw new FollowUp(`follows from: no call of ${after} has deleted the item`);
      return withCredentials;
    },
    probes: [...liveProbes(run), ...lateReads(sequences, withCredentials, calls, observe)],
    calls,
    observe,
    stop: () => writeReport(reportFile('live', reports), document, calls, observed),
  };
}

/** Returns the tests of calls that no documented response describes. */
function liveProbes({ document, tenant, clients, planned, observe }: TenantRun): ContractTest[] {
  const { connectWith, unrecorded, withCredentials } = clients;
  const called = planned.flatMap(({ entry, effect, init }) => (init === undefined ? [] : [{ entry, effect, init }]));
  const reads = called.filter(({ effect }) => effect === 'read');
  const otherAudience = 'no other audience was configured; set TENANT_OTHER_AUDIENCE';
  const skipped = tenant.otherAudience === undefined ? { otherAudience } : {};
  return [
    // A call without a token must never reach an operation that changes something of a real tenant.
    ...tokenProbes(document, tenant.isDisposable ? called : reads, connectWith, observe, skipped),
    ...idProbes(reads, withCredentials, observe),
    ...traceProbes(tenant.baseUrl, reads, observe, tenant.callTimeout),
    ...pathProbes(document, reads, { unrecorded, recorded: withCredentials }, observe),
    ...(tenant.isDisposable ? methodProbes(document, called, unrecorded, observe) : []),
  ];
}
