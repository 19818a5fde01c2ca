import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { reportFile, writeReport } from '../../contract-report.ts';
import { createRecorder } from '../../recorder.ts';
import type { ContractTest } from '../call-rules.ts';
import { documentedResponses, fitsSequence } from '../documented-responses.ts';
import { pathProbes } from '../path-probes.ts';
import { sampleCalls } from '../probes.ts';
import type { ContractTarget } from '../target.ts';
import type { ClientPackage } from '../tested-client.ts';
import { mockProbes } from './mock-probes.ts';
import { prismExcludes, prismSituations } from './prism-situations.ts';

/** Creates the target for the Prism mock, which keeps no state. */
export function prismTarget(
  document: OpenApiDocument,
  { createClient }: Pick<ClientPackage, 'createClient'>,
  mockUrl: string,
): ContractTarget {
  const recorder = createRecorder(document, mockUrl);
  const fetch = recorder.createFetch();
  const options = { baseUrl: mockUrl, auth: 'any-token', retry: 0 };
  // A new client for each call, because a client that gets a 429 delays its next call.
  const connect = () => createClient({ ...options, fetch });
  const situations: ContractTarget['situations'] = (operation, responses) =>
    prismSituations(document, operation, responses, connect);
  // For other operations, the mock can fail to create a response.
  const calls = sampleCalls(document).filter(({ entry }) => fitsSequence(document, entry));
  return {
    excludes: (operation) => prismExcludes(document, operation),
    situations,
    probes: [
      ...mockProbes(document, mockUrl),
      ...pathProbes(document, calls, { unrecorded: createClient(options) }),
      ...completenessTests(document, situations),
    ],
    stop: () => {
      // The mock keeps no items: it sends the id of the example for each requested id.
      const recorded = recorder.calls.map((call) => ({ ...call, parameters: {} }));
      return writeReport(reportFile('prism'), document, recorded);
    },
  };
}

/** Returns a test for each operation that a situation exists for each response. Other targets plan such situations. */
const completenessTests = (document: OpenApiDocument, situations: ContractTarget['situations']): ContractTest[] =>
  listOperations(document).map((operation) => ({
    group: operation.id,
    title: 'has a situation for every documented response',
    run: async () => {
      const responses = documentedResponses(document, operation);
      const tested = situations(operation, responses).map(({ response }) => response);
      const missing = responses.filter((response) => !tested.includes(response)).map(({ documented }) => documented);
      if (missing.length > 0) throw new Error(`${operation.id} must have a situation for ${missing.join(', ')}`);
    },
  }));
