import { getTokenExchangeProfilesById } from '#generated/response-checks.ts';
import { type Drift, type DriftOptions, driftReport, observeDrift } from '../../src/drift/index.ts';
import { createManagementClient, type ManagementClient } from '../../src/index.ts';
import { same } from './same.ts';

const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken' });
const operations = [getTokenExchangeProfilesById];
const options: DriftOptions = { operations, share: 0.1, waitUntil: (check) => void check.then(() => undefined) };

// An observed client has the type of the client.
const observed = observeDrift(management, (drift) => driftReport([drift]), options);
same<typeof observed, ManagementClient>(true);
const { data } = await observeDrift(management, 'throw', { operations }).GET('/token-exchange-profiles/{id}', {
  params: { path: { id: 'tep_1' } },
});
same<string | undefined, NonNullable<typeof data>['name']>(true);
same<Drift['pointer'], string | undefined>(true);
same<Drift['keyword'], string | undefined>(true);
// @ts-expect-error
observed.GET('/token-exchange-profile/{id}', { params: { path: { id: 'tep_1' } } });
// @ts-expect-error
observeDrift(management, 'report', { operations });
// @ts-expect-error
observeDrift(management, () => undefined);
// @ts-expect-error
observeDrift(management, () => undefined, { operations, shre: 1 });
