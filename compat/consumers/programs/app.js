// The bundlers bundle this program for browsers and for Node. run-bundle.mjs calls its function.
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { bulk } from 'tenant-management-client/bulk';

globalThis.deleteEnrollments = async ({ baseUrl, credentials }, ids) => {
  const management = createManagementClient({ baseUrl, auth: clientCredentials(credentials) });
  const remove = (id, call) => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
  const statuses = [];
  for await (const { result, thrown } of bulk(ids, remove, { concurrency: 1 })) {
    statuses.push(result?.response.status ?? thrown.message);
  }
  return statuses;
};
