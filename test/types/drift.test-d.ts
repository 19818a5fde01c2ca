import { type Drift, type DriftOptions, driftReport, observeDrift } from '../../src/drift/index.js';
import { createManagementClient, type ManagementClient } from '../../src/index.js';

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_isSame: Same<A, B>): void => undefined;

const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken' });
const options: DriftOptions = { share: 0.1, budget: 5, waitUntil: (check) => void check.then(() => undefined) };

// An observed client has the type of the client.
const observed = observeDrift(management, (drift) => driftReport([drift]), options);
same<typeof observed, ManagementClient>(true);
const { data } = await observeDrift(management, 'throw').GET('/token-exchange-profiles/{id}', {
  params: { path: { id: 'tep_1' } },
});
same<string | undefined, NonNullable<typeof data>['name']>(true);
same<Drift['pointer'], string | undefined>(true);
same<Drift['keyword'], string | undefined>(true);
// @ts-expect-error
observed.GET('/token-exchange-profile/{id}', { params: { path: { id: 'tep_1' } } });
// @ts-expect-error
observeDrift(management, 'report');
// @ts-expect-error
observeDrift(management, () => undefined, { shre: 1 });
