import type { SandboxOperation } from '../document-facts.js';
import type { SandboxResponse } from './response.js';

/** Adds the header fields that the document requires for the status of a response, if the response lacks them. */
export function withRequiredFields(
  { requiredFields }: Pick<SandboxOperation, 'requiredFields'>,
  response: SandboxResponse,
): SandboxResponse {
  const { status, headers = {} } = response;
  const fields = requiredFields?.[status] ?? requiredFields?.[`${String(status)[0]}XX`] ?? requiredFields?.['default'];
  if (fields === undefined) return response;
  const sent = Object.keys(headers).map((name) => name.toLowerCase());
  const missing = Object.entries(fields).filter(([name]) => !sent.includes(name.toLowerCase()));
  return { ...response, headers: { ...headers, ...Object.fromEntries(missing) } };
}
